//! A vector together with the model it came from, and its form as bytes. Vectors of two models
//! share no space: every operation on two of them checks that the models agree.

use std::fmt;
use std::sync::Arc;

use crate::error::IndexError;
use crate::kernel;

/// Which model, in which weights, made a vector: `all-MiniLM-L6-v2@8199be6f699a`. Changes with
/// the model's file, so that an index never mixes two files that share a name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ModelId(Arc<str>);

impl ModelId {
    /// The id as it was stored beside a vector.
    #[must_use]
    pub fn from_stored(id: &str) -> Self {
        ModelId(Arc::from(id))
    }

    /// The text form, to store beside a vector.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ModelId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A vector of length 1 and the model that made it.
#[derive(Clone, Debug, PartialEq)]
pub struct Vector {
    model: ModelId,
    values: Box<[f32]>,
}

/// Far above what rounding does to a vector that was scaled to length 1, far below what a vector
/// that was never scaled shows.
const LENGTH_TOLERANCE: f32 = 1e-3;

impl Vector {
    /// Takes values that have length 1 already, such as those read from a store.
    ///
    /// # Errors
    /// [`IndexError::NotNormalized`] where they have not, or where one is not finite.
    pub fn from_normalized(model: &ModelId, values: Vec<f32>) -> Result<Self, IndexError> {
        let length = kernel::dot(&values, &values).sqrt();
        // Written so that a NaN is refused too.
        if (length - 1.0).abs() <= LENGTH_TOLERANCE {
            Ok(Vector { model: model.clone(), values: values.into_boxed_slice() })
        } else {
            Err(IndexError::NotNormalized { length })
        }
    }

    /// Scales values to length 1.
    ///
    /// # Errors
    /// [`IndexError::NotNormalized`] where they are all 0 or one is not finite.
    pub fn normalize(model: &ModelId, mut values: Vec<f32>) -> Result<Self, IndexError> {
        let length = values.iter().map(|x| f64::from(*x) * f64::from(*x)).sum::<f64>().sqrt();
        if length > 0.0 && length.is_finite() {
            for value in &mut values {
                *value = (f64::from(*value) / length) as f32;
            }
        }
        Vector::from_normalized(model, values)
    }

    #[must_use]
    pub fn model(&self) -> &ModelId {
        &self.model
    }

    #[must_use]
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// The cosine with another vector, from −1 to 1.
    ///
    /// # Errors
    /// [`IndexError::OtherModel`] or [`IndexError::OtherDimensions`] where the two share no space.
    pub fn cosine(&self, other: &Vector) -> Result<f32, IndexError> {
        if self.model != other.model {
            return Err(IndexError::OtherModel { expected: self.model.clone(), found: other.model.clone() });
        }
        if self.values.len() != other.values.len() {
            return Err(IndexError::OtherDimensions {
                model: self.model.clone(),
                expected: self.values.len(),
                found: other.values.len(),
            });
        }
        Ok(kernel::dot(&self.values, &other.values))
    }

    /// The values as little-endian 32-bit floats, without the model: store its id beside them.
    #[must_use]
    pub fn to_blob(&self) -> Vec<u8> {
        self.values.iter().flat_map(|value| value.to_le_bytes()).collect()
    }

    /// Reads what [`Vector::to_blob`] wrote.
    ///
    /// # Errors
    /// [`IndexError::MalformedBlob`] where the bytes are no whole floats,
    /// [`IndexError::NotNormalized`] where the floats are no vector of length 1.
    pub fn from_blob(model: &ModelId, blob: &[u8]) -> Result<Self, IndexError> {
        let (parts, rest) = blob.as_chunks::<4>();
        if !rest.is_empty() {
            return Err(IndexError::MalformedBlob { bytes: blob.len() });
        }
        Vector::from_normalized(model, parts.iter().map(|part| f32::from_le_bytes(*part)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model() -> ModelId {
        ModelId::from_stored("test@1")
    }

    #[test]
    fn a_blob_reads_back_bit_for_bit() {
        let vector = Vector::normalize(&model(), vec![0.1, -2.5, 3e-9, 4.0, f32::MIN_POSITIVE]).unwrap();
        let blob = vector.to_blob();
        assert_eq!(blob.len(), 20);
        assert_eq!(&blob[..4], &vector.values()[0].to_le_bytes());
        assert_eq!(Vector::from_blob(&model(), &blob).unwrap(), vector);
    }

    #[test]
    fn what_is_no_unit_vector_is_refused() {
        for values in [vec![0.0, 0.0], vec![f32::NAN, 1.0], vec![f32::INFINITY, 1.0], vec![]] {
            assert!(
                matches!(Vector::normalize(&model(), values.clone()), Err(IndexError::NotNormalized { .. })),
                "{values:?}"
            );
        }
        assert!(matches!(
            Vector::from_normalized(&model(), vec![1.0, 1.0]),
            Err(IndexError::NotNormalized { .. })
        ));
        assert!(matches!(
            Vector::from_blob(&model(), &[0, 0, 128]),
            Err(IndexError::MalformedBlob { bytes: 3 })
        ));
        assert!(matches!(Vector::from_blob(&model(), &[]), Err(IndexError::NotNormalized { .. })));
    }

    #[test]
    fn large_and_small_values_scale_without_overflow() {
        for scale in [1e30_f32, 1e-30] {
            let vector = Vector::normalize(&model(), vec![3.0 * scale, 4.0 * scale]).unwrap();
            assert!((vector.values()[0] - 0.6).abs() < 1e-6, "{vector:?}");
        }
    }

    #[test]
    fn vectors_of_two_models_do_not_compare() {
        let one = Vector::normalize(&model(), vec![1.0, 0.0]).unwrap();
        let other = Vector::normalize(&ModelId::from_stored("test@2"), vec![1.0, 0.0]).unwrap();
        assert!(matches!(one.cosine(&other), Err(IndexError::OtherModel { .. })));
        let longer = Vector::normalize(&model(), vec![1.0, 0.0, 0.0]).unwrap();
        assert!(matches!(one.cosine(&longer), Err(IndexError::OtherDimensions { .. })));
    }
}
