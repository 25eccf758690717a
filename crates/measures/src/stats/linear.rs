//! Linear equations with a symmetric positive definite matrix, of some hundreds of unknowns at most.
//!
//! It is written out because the libraries that do it bring a whole algebra of matrix types, for thirty lines of loops.

/// The lower triangle `L` of `A = L * transposed L`.
#[derive(Clone, Debug)]
pub struct Cholesky {
    size: usize,
    lower: Vec<f64>,
}

impl Cholesky {
    /// Factors the matrix, given row by row; only its lower triangle is read. `None` when it is not positive definite
    /// (to rounding), or its length is not `size` squared.
    #[must_use]
    pub fn factor(mut matrix: Vec<f64>, size: usize) -> Option<Self> {
        if matrix.len() != size * size {
            return None;
        }
        for j in 0..size {
            let diagonal = matrix[j * size + j];
            let (above, below) = matrix.split_at_mut((j + 1) * size);
            let row = &mut above[j * size..j * size + j + 1];
            let pivot = diagonal - row[..j].iter().map(|x| x * x).sum::<f64>();
            if pivot.is_nan() || pivot <= diagonal * 1e-13 {
                return None;
            }
            row[j] = pivot.sqrt();
            for other in below.chunks_exact_mut(size) {
                let dot: f64 = other[..j].iter().zip(&row[..j]).map(|(a, b)| a * b).sum();
                other[j] = (other[j] - dot) / row[j];
            }
        }
        Some(Cholesky { size, lower: matrix })
    }

    /// Replaces `b` by the solution of `A x = b`.
    pub fn solve(&self, b: &mut [f64]) {
        let at = |i: usize, j: usize| self.lower[i * self.size + j];
        for i in 0..self.size {
            let known: f64 = (0..i).map(|j| at(i, j) * b[j]).sum();
            b[i] = (b[i] - known) / at(i, i);
        }
        for i in (0..self.size).rev() {
            let known: f64 = (i + 1..self.size).map(|j| at(j, i) * b[j]).sum();
            b[i] = (b[i] - known) / at(i, i);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_solves_what_can_be_solved() {
        let matrix = vec![4.0, 2.0, -2.0, 2.0, 10.0, 4.0, -2.0, 4.0, 9.0];
        let wanted = [1.0, -2.0, 3.0];
        let mut b: Vec<f64> = matrix.chunks(3).map(|row| row.iter().zip(wanted).map(|(a, x)| a * x).sum()).collect();
        Cholesky::factor(matrix, 3).expect("positive definite").solve(&mut b);
        assert!(b.iter().zip(wanted).all(|(got, want)| (got - want).abs() < 1e-12), "{b:?}");
    }

    #[test]
    fn it_refuses_the_rest() {
        assert!(Cholesky::factor(vec![1.0, 2.0, 2.0, 4.0], 2).is_none());
        assert!(Cholesky::factor(vec![f64::NAN], 1).is_none());
        assert!(Cholesky::factor(vec![1.0, 2.0], 2).is_none());
    }
}
