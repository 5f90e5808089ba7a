//! The products that all searching comes down to. `simsimd` picks its kernel by processor and
//! reads rows about as fast as memory gives them; the last bits of a product of floats may so
//! differ between machines, as those of the vectors themselves do. Products of codes and counts
//! of bits are whole numbers, and the same everywhere.

//!
//! Signs are the exception: a row of them is so short that calling a kernel for each would take
//! longer than comparing it. They are counted a block at a time, in plain code that `pulp` has
//! compiled for the processors there are.

use pulp::Arch;
use simsimd::SpatialSimilarity as _;

/// The dot product of two slices of one length; not a number where the lengths differ.
pub(crate) fn dot(a: &[f32], b: &[f32]) -> f32 {
    f32::dot(a, b).map_or(f32::NAN, |product| product as f32)
}

/// The dot product of two slices of codes of one length, from −127 to 127 each.
pub(crate) fn dot_codes(a: &[i8], b: &[i8]) -> f32 {
    i8::dot(a, b).map_or(f32::NAN, |product| product as f32)
}

/// In how many bits each row of signs differs from those of a query: rows of as many bytes as the
/// query has, in `differing` from its beginning.
pub(crate) fn differing(query: &[u8], rows: &[u8], differing: &mut [u16]) {
    Arch::new().dispatch(
        #[inline(always)]
        || match query.len() {
            48 => differing_of::<48>(query, rows, differing),
            96 => differing_of::<96>(query, rows, differing),
            128 => differing_of::<128>(query, rows, differing),
            bytes => {
                for (row, differing) in rows.chunks_exact(bytes.max(1)).zip(differing) {
                    *differing = row.iter().zip(query).map(|(a, b)| (a ^ b).count_ones() as u16).sum();
                }
            }
        },
    );
}

/// As [`differing`], of vectors of a common size: eight bytes at a time.
#[inline(always)]
fn differing_of<const BYTES: usize>(query: &[u8], rows: &[u8], differing: &mut [u16]) {
    let Some(query) = query.first_chunk::<BYTES>() else { return };
    let (query, _) = query.as_chunks::<8>();
    for (row, differing) in rows.as_chunks::<BYTES>().0.iter().zip(differing) {
        let mut bits = 0;
        for (a, b) in row.as_chunks::<8>().0.iter().zip(query) {
            bits += (u64::from_ne_bytes(*a) ^ u64::from_ne_bytes(*b)).count_ones();
        }
        // Rows have fewer than 16 bits count, by how they are kept.
        *differing = bits as u16;
    }
}

/// The least of each `each` numbers that lie one after another, in `least` from its beginning.
pub(crate) fn least_of_each(numbers: &[u16], each: usize, least: &mut [u16]) {
    Arch::new().dispatch(
        #[inline(always)]
        || {
            for (numbers, least) in numbers.chunks(each.max(1)).zip(least) {
                *least = numbers.iter().copied().fold(u16::MAX, u16::min);
            }
        },
    );
}

/// The product of floats with codes, summed in an order that depends on the processor.
pub(crate) fn dot_with_codes(values: &[f32], codes: &[i8]) -> f32 {
    Arch::new().dispatch(
        #[inline(always)]
        || {
            let (values, last_values) = values.as_chunks::<32>();
            let (codes, last_codes) = codes.as_chunks::<32>();
            let mut sums = [0.0f32; 32];
            for (values, codes) in values.iter().zip(codes) {
                for ((sum, value), code) in sums.iter_mut().zip(values).zip(codes) {
                    *sum += value * f32::from(*code);
                }
            }
            let rest = last_values.iter().zip(last_codes).map(|(value, code)| value * f32::from(*code));
            sums.iter().sum::<f32>() + rest.sum::<f32>()
        },
    )
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
        for length in [0usize, 1, 5, 16, 31, 48, 64, 65, 96, 128, 384, 1000] {
            let a: Vec<i8> = (0..length).map(|i| (i * 89 % 255) as i16 as i8).map(|c| c.max(-127)).collect();
            let b: Vec<i8> = (0..length).map(|i| if i % 3 == 0 { -127 } else { 127 }).collect();
            let exact: i32 = a.iter().zip(&b).map(|(a, b)| i32::from(*a) * i32::from(*b)).sum();
            assert_eq!(dot_codes(&a, &b), exact as f32, "{length}");
            let bits: Vec<u8> = a.iter().map(|c| c.cast_unsigned()).collect();
            let others: Vec<u8> = b.iter().map(|c| c.cast_unsigned()).collect();
            let differ: u32 = bits.iter().zip(&others).map(|(a, b)| (a ^ b).count_ones()).sum();
            let mut counted = [0u16; 3];
            differing(&bits, &[&others[..], &bits[..], &others[..]].concat(), &mut counted);
            let differ = differ as u16;
            assert_eq!(counted, if length == 0 { [0; 3] } else { [differ, 0, differ] }, "{length}");
        }
    }

    #[test]
    fn the_least_of_each_part_is_found() {
        for length in [0usize, 1, 63, 64, 65, 300] {
            let numbers: Vec<u16> = (0..length).map(|i| ((i * 7_919 + 13) % 385) as u16).collect();
            let mut least = vec![0; length.div_ceil(64)];
            least_of_each(&numbers, 64, &mut least);
            let expected: Vec<u16> =
                numbers.chunks(64).filter_map(|part| part.iter().copied().min()).collect();
            assert_eq!(least, expected, "{length}");
        }
    }

    #[test]
    fn products_of_floats_and_codes_are_as_near_as_a_sum_of_floats_is() {
        for length in [0usize, 1, 31, 32, 33, 384, 1000] {
            let values: Vec<f32> = (0..length).map(|i| (i as f32 * 0.37).sin()).collect();
            let codes: Vec<i8> = (0..length).map(|i| (i * 89 % 255) as i16 as i8).collect();
            let exact: f64 = values.iter().zip(&codes).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum();
            let sizes: f64 =
                values.iter().zip(&codes).map(|(a, b)| (f64::from(*a) * f64::from(*b)).abs()).sum();
            let off = (f64::from(dot_with_codes(&values, &codes)) - exact).abs();
            assert!(off <= sizes * (length + 1) as f64 * f64::from(f32::EPSILON) / 2.0, "{length}: {off}");
        }
    }
}
