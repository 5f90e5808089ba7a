//! Vectors as small codes, and what a code can be wrong by. A value becomes a whole number from
//! −127 to 127 of one scale a vector (a quarter of the bytes), and its sign a bit (a thirty-second).

/// What a vector's codes say besides themselves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Code {
    /// The vector is near `scale` times its codes.
    pub scale: f32,
    /// Length of what the codes leave out, never less than it is: by Cauchy and Schwarz no
    /// product with the codes is off by more than this times the other vector's length.
    pub residual: f32,
}

/// The largest code; −128 is not used, so that codes are symmetric.
const TOP: f32 = 127.0;

/// Appends the codes of a vector.
pub(crate) fn append_codes(values: &[f32], codes: &mut Vec<i8>) -> Code {
    let largest = values.iter().fold(0.0f32, |largest, value| largest.max(value.abs()));
    let scale = (largest / TOP).max(f32::MIN_POSITIVE);
    let start = codes.len();
    codes.extend(values.iter().map(|value| (value / scale).round().clamp(-TOP, TOP) as i8));
    let left_out = |(value, code): (&f32, &i8)| {
        let rest = f64::from(*value) - f64::from(scale) * f64::from(*code);
        rest * rest
    };
    let residual = values.iter().zip(&codes[start..]).map(left_out).sum::<f64>().sqrt();
    // The sum's own rounding is in the last bits of a double, far below one step of a float.
    Code { scale, residual: (residual as f32).next_up() }
}

/// Bytes that the signs of so many values take.
pub(crate) fn sign_bytes(dimensions: usize) -> usize {
    dimensions.div_ceil(8)
}

/// Appends one bit for each value: 1 where it is not negative.
pub(crate) fn append_signs(values: &[f32], signs: &mut Vec<u8>) {
    signs.extend(values.chunks(8).map(|eight| {
        eight.iter().enumerate().fold(0u8, |byte, (place, value)| byte | (u8::from(*value >= 0.0) << place))
    }));
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The product of a vector with `scale` times codes, as exact as doubles are.
    fn dot_with_codes(values: &[f32], codes: &[i8], scale: f32) -> f64 {
        let sum: f64 =
            values.iter().zip(codes).map(|(value, code)| f64::from(*value) * f64::from(*code)).sum();
        sum * f64::from(scale)
    }

    #[test]
    fn signs_are_packed_from_the_lowest_bit() {
        let mut signs = Vec::new();
        append_signs(&[1.0, -1.0, 0.0, -0.5, 2.0, 2.0, -1.0, 1.0, -3.0, 4.0], &mut signs);
        assert_eq!(signs, [0b1011_0101, 0b10]);
        assert_eq!(signs.len(), sign_bytes(10));
    }

    proptest! {
        #[test]
        fn no_product_is_off_by_more_than_the_residual_allows(
            values in prop::collection::vec(-1.0f32..1.0, 1..50),
            other in prop::collection::vec(-1.0f32..1.0, 50),
        ) {
            let other = &other[..values.len()];
            let mut codes = Vec::new();
            let code = append_codes(&values, &mut codes);
            let exact: f64 = values.iter().zip(other).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum();
            let length = other.iter().map(|v| f64::from(*v) * f64::from(*v)).sum::<f64>().sqrt();
            let off = (exact - dot_with_codes(other, &codes, code.scale)).abs();
            prop_assert!(off <= length * f64::from(code.residual) + 1e-12, "{} {:?}", off, code);
        }
    }
}
