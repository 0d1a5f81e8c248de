#pragma once

#include <array>
#include <cstddef>

namespace sideline::simulator::spatial {

// Motion and force of a rigid body as six numbers, linear before angular, in axes of the server
// frame S, at a reference point. Plain arrays, since these are the inner loops of the fast step.

// `T` is a number, or two of them side by side: the same operations in the same order make each of
// the two bitwise equal to the single computation.

/// The same quantity for two bodies.
using Lanes = double __attribute__((vector_size(16)));

template <typename T>
using Vector3Of = std::array<T, 3>;
template <typename T>
using Vector6Of = std::array<T, 6>;
template <typename T>
using Matrix6Of = std::array<Vector6Of<T>, 6>;

using Vector3 = Vector3Of<double>;
/// A velocity (m/s, rad/s) or a momentum (N s, N m s).
using Vector6 = Vector6Of<double>;
/// An inertia or a stiffness: maps velocities to momenta; symmetric, with both halves stored.
using Matrix6 = Matrix6Of<double>;

template <typename T>
Vector3Of<T> cross(const T* a, const T* b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

template <typename T>
Vector3Of<T> negated(const Vector3Of<T>& r) {
    return {-r[0], -r[1], -r[2]};
}

template <typename T>
T dot3(const T* a, const T* b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

template <typename T>
T dot(const Vector6Of<T>& a, const Vector6Of<T>& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] + a[4] * b[4] + a[5] * b[5];
}

/// Velocity of the body's point at the offset `r`.
template <typename T>
Vector6Of<T> velocityAt(const Vector6Of<T>& u, const Vector3Of<T>& r) {
    const Vector3Of<T> turn = cross(&u[3], r.data());
    return {u[0] + turn[0], u[1] + turn[1], u[2] + turn[2], u[3], u[4], u[5]};
}

/// The same momentum with the reference point moved by `r`.
template <typename T>
Vector6Of<T> momentumAt(const Vector6Of<T>& h, const Vector3Of<T>& r) {
    const Vector3Of<T> moment = cross(r.data(), h.data());
    return {h[0], h[1], h[2], h[3] - moment[0], h[4] - moment[1], h[5] - moment[2]};
}

/// The same inertia with the reference point moved by `r`.
template <typename T>
Matrix6Of<T> inertiaAt(const Matrix6Of<T>& A, const Vector3Of<T>& r) {
    Matrix6Of<T> B;
    for (std::size_t i = 0; i < 3; ++i) {
        const Vector3Of<T> moved = cross(A[i].data(), r.data());
        for (std::size_t j = 0; j < 3; ++j) {
            B[i][j] = A[i][j];
            B[i][j + 3] = A[i][j + 3] + moved[j];
            B[j + 3][i] = B[i][j + 3];
        }
    }
    Matrix6Of<T> half; // only its angular block is used
    for (std::size_t j = 0; j < 3; ++j) {
        const Vector3Of<T> column{A[0][j + 3], A[1][j + 3], A[2][j + 3]};
        const Vector3Of<T> moved = cross(column.data(), r.data());
        for (std::size_t i = 0; i < 3; ++i) {
            half[i][j] = A[i + 3][j + 3] + moved[i];
        }
    }
    for (std::size_t i = 0; i < 3; ++i) {
        const Vector3Of<T> moved = cross(B[i + 3].data(), r.data());
        for (std::size_t j = 0; j < 3; ++j) {
            B[i + 3][j + 3] = half[i][j] + moved[j];
        }
    }
    return B;
}

template <typename T>
Vector6Of<T> product(const Matrix6Of<T>& A, const Vector6Of<T>& x) {
    Vector6Of<T> y{};
    for (std::size_t j = 0; j < 6; ++j) { // columns equal rows, since A is symmetric
        for (std::size_t i = 0; i < 6; ++i) {
            y[i] += A[j][i] * x[j];
        }
    }
    return y;
}

/// A += scale q q^T.
template <typename T>
void addOuter(Matrix6Of<T>& A, const Vector6Of<T>& q, T scale) {
    for (std::size_t i = 0; i < 6; ++i) {
        const T factor = scale * q[i];
        for (std::size_t j = 0; j < 6; ++j) {
            A[i][j] += factor * q[j];
        }
    }
}

/// L D L^T factorization of a symmetric positive definite matrix.
template <typename T>
class Factored6 {
public:
    void factor(const Matrix6Of<T>& A) {
        for (std::size_t i = 0; i < 6; ++i) {
            Vector6Of<T> scaled{};
            T pivot = A[i][i];
            for (std::size_t j = 0; j < i; ++j) {
                T sum = A[i][j];
                for (std::size_t k = 0; k < j; ++k) {
                    sum -= scaled[k] * m_L[j][k];
                }
                scaled[j] = sum;
                m_L[i][j] = sum * m_inverseD[j];
                pivot -= sum * m_L[i][j];
            }
            m_inverseD[i] = 1.0 / pivot;
        }
    }

    /// A^-1 x
    [[nodiscard]] Vector6Of<T> solve(Vector6Of<T> x) const {
        for (std::size_t i = 1; i < 6; ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                x[i] -= m_L[i][j] * x[j];
            }
        }
        for (std::size_t i = 0; i < 6; ++i) {
            x[i] *= m_inverseD[i];
        }
        for (std::size_t i = 5; i > 0; --i) {
            for (std::size_t j = 0; j < i; ++j) {
                x[j] -= m_L[i][j] * x[i];
            }
        }
        return x;
    }

    /// B - B A^-1 B for a symmetric B.
    [[nodiscard]] Matrix6Of<T> reduced(const Matrix6Of<T>& B) const {
        Matrix6Of<T> Y = B; // L^-1 B
        for (std::size_t i = 1; i < 6; ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                for (std::size_t k = 0; k < 6; ++k) {
                    Y[i][k] -= m_L[i][j] * Y[j][k];
                }
            }
        }
        Matrix6Of<T> result = B;
        for (std::size_t i = 0; i < 6; ++i) {
            for (std::size_t k = 0; k < 6; ++k) {
                const T factor = Y[k][i] * m_inverseD[k];
                for (std::size_t j = 0; j < 6; ++j) {
                    result[i][j] -= factor * Y[k][j];
                }
            }
        }
        return result;
    }

private:
    Matrix6Of<T> m_L; // without its unit diagonal
    Vector6Of<T> m_inverseD;
};

} // namespace sideline::simulator::spatial
