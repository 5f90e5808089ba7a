//! The products that all searching comes down to. `simsimd` picks its kernel by processor and
//! reads rows about as fast as memory gives them; the last bits of a product of floats may so
//! differ between machines, as those of the vectors themselves do. Products of codes and counts
//! of bits are whole numbers, and the same everywhere.

use simsimd::{BinarySimilarity as _, SpatialSimilarity as _};

/// The dot product of two slices of one length; not a number where the lengths differ.
pub(crate) fn dot(a: &[f32], b: &[f32]) -> f32 {
    f32::dot(a, b).map_or(f32::NAN, |product| product as f32)
}

/// The dot product of two slices of codes of one length, from −127 to 127 each.
pub(crate) fn dot_codes(a: &[i8], b: &[i8]) -> f32 {
    i8::dot(a, b).map_or(f32::NAN, |product| product as f32)
}

/// In how many bits two slices of one length differ.
pub(crate) fn hamming(a: &[u8], b: &[u8]) -> usize {
    // At most the number of bits, which is whole and far below 2^53.
    u8::hamming(a, b).map_or(usize::MAX, |bits| bits as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_sum_in_double_precision() {
        for length in [0, 1, 7, 31, 32, 33, 64, 383, 384, 1000] {
            let a: Vec<f32> = (0..length).map(|i| (i as f32 * 0.37).sin()).collect();
            let b: Vec<f32> = (0..length).map(|i| (i as f32 * 0.71).cos()).collect();
            let exact: f64 = a.iter().zip(&b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum();
            assert!((f64::from(dot(&a, &b)) - exact).abs() < 1e-4, "{length}");
            assert_eq!(dot(&a, &b).to_bits(), dot(&b, &a).to_bits());
        }
        assert!(dot(&[1.0], &[1.0, 2.0]).is_nan());
    }

    #[test]
    fn products_of_codes_and_counts_of_bits_are_exact() {
        for length in [0usize, 1, 5, 16, 31, 48, 64, 65, 384, 1000] {
            let a: Vec<i8> = (0..length).map(|i| (i * 89 % 255) as i16 as i8).map(|c| c.max(-127)).collect();
            let b: Vec<i8> = (0..length).map(|i| if i % 3 == 0 { -127 } else { 127 }).collect();
            let exact: i32 = a.iter().zip(&b).map(|(a, b)| i32::from(*a) * i32::from(*b)).sum();
            assert_eq!(dot_codes(&a, &b), exact as f32, "{length}");
            let bits: Vec<u8> = a.iter().map(|c| c.cast_unsigned()).collect();
            let others: Vec<u8> = b.iter().map(|c| c.cast_unsigned()).collect();
            let differ: u32 = bits.iter().zip(&others).map(|(a, b)| (a ^ b).count_ones()).sum();
            assert_eq!(hamming(&bits, &others), differ as usize, "{length}");
        }
    }
}
