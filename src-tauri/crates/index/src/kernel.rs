//! The dot product that all searching comes down to, in safe code the compiler turns into vector
//! instructions. Lanes and the order of their sums are fixed, so that a score is the same bits on
//! every machine; libraries that pick a kernel by processor do not promise that.

const LANES: usize = 32;

/// The dot product; parts of the longer slice that have no partner count as 0.
pub(crate) fn dot(a: &[f32], b: &[f32]) -> f32 {
    let (a_lanes, a_rest) = a.as_chunks::<LANES>();
    let (b_lanes, b_rest) = b.as_chunks::<LANES>();
    let mut sums = [0.0_f32; LANES];
    for (a, b) in a_lanes.iter().zip(b_lanes) {
        for lane in 0..LANES {
            sums[lane] += a[lane] * b[lane];
        }
    }
    let mut width = LANES / 2;
    while width > 0 {
        for lane in 0..width {
            sums[lane] += sums[lane + width];
        }
        width /= 2;
    }
    sums[0] + a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum::<f32>()
}

#[cfg(test)]
mod tests {
    use super::dot;

    #[test]
    fn agrees_with_the_sum_in_double_precision() {
        for length in [0, 1, 31, 32, 33, 64, 383, 384, 1000] {
            let a: Vec<f32> = (0..length).map(|i| (i as f32 * 0.37).sin()).collect();
            let b: Vec<f32> = (0..length).map(|i| (i as f32 * 0.71).cos()).collect();
            let exact: f64 = a.iter().zip(&b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum();
            assert!((f64::from(dot(&a, &b)) - exact).abs() < 1e-4, "{length}");
        }
    }
}
