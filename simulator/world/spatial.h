#pragma once

#include <array>
#include <cstddef>

namespace sideline::simulator::spatial {

// Motion and force of a rigid body as six numbers, linear before angular, axes of the server frame
// S, taken at a point. Plain arrays: these are the inner loops of the fast step.

/// A velocity (m/s, rad/s) or a momentum (N s, N m s).
using Vector6 = std::array<double, 6>;
/// An inertia or a stiffness: maps velocities to momenta; symmetric, both halves filled.
using Matrix6 = std::array<std::array<double, 6>, 6>;
using Vector3 = std::array<double, 3>;

inline Vector3 cross(const double* a, const double* b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

inline double dot3(const double* a, const double* b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

inline double dot(const Vector6& a, const Vector6& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] + a[4] * b[4] + a[5] * b[5];
}

/// Velocity of the point of the body that is `r` away.
inline Vector6 velocityAt(const Vector6& u, const Vector3& r) {
    const Vector3 turn = cross(&u[3], r.data());
    return {u[0] + turn[0], u[1] + turn[1], u[2] + turn[2], u[3], u[4], u[5]};
}

/// The same momentum, taken at a point that is `r` away.
inline Vector6 momentumAt(const Vector6& h, const Vector3& r) {
    const Vector3 moment = cross(r.data(), h.data());
    return {h[0], h[1], h[2], h[3] - moment[0], h[4] - moment[1], h[5] - moment[2]};
}

/// The same inertia, taken at a point that is `r` away.
inline Matrix6 inertiaAt(const Matrix6& A, const Vector3& r) {
    Matrix6 B;
    for (std::size_t i = 0; i < 3; ++i) {
        const Vector3 moved = cross(A[i].data(), r.data());
        for (std::size_t j = 0; j < 3; ++j) {
            B[i][j] = A[i][j];
            B[i][j + 3] = A[i][j + 3] + moved[j];
            B[j + 3][i] = B[i][j + 3];
        }
    }
    Matrix6 half; // only its angular block is used
    for (std::size_t j = 0; j < 3; ++j) {
        const Vector3 column{A[0][j + 3], A[1][j + 3], A[2][j + 3]};
        const Vector3 moved = cross(column.data(), r.data());
        for (std::size_t i = 0; i < 3; ++i) {
            half[i][j] = A[i + 3][j + 3] + moved[i];
        }
    }
    for (std::size_t i = 0; i < 3; ++i) {
        const Vector3 moved = cross(B[i + 3].data(), r.data());
        for (std::size_t j = 0; j < 3; ++j) {
            B[i + 3][j + 3] = half[i][j] + moved[j];
        }
    }
    return B;
}

inline Vector6 product(const Matrix6& A, const Vector6& x) {
    Vector6 y{};
    for (std::size_t j = 0; j < 6; ++j) { // by columns, which are rows: A is symmetric
        for (std::size_t i = 0; i < 6; ++i) {
            y[i] += A[j][i] * x[j];
        }
    }
    return y;
}

/// A += scale q q^T.
inline void addOuter(Matrix6& A, const Vector6& q, double scale) {
    for (std::size_t i = 0; i < 6; ++i) {
        const double factor = scale * q[i];
        for (std::size_t j = 0; j < 6; ++j) {
            A[i][j] += factor * q[j];
        }
    }
}

/// Factors L D L^T of a symmetric positive definite matrix.
class Factored6 {
public:
    void factor(const Matrix6& A) {
        for (std::size_t i = 0; i < 6; ++i) {
            Vector6 scaled{};
            double pivot = A[i][i];
            for (std::size_t j = 0; j < i; ++j) {
                double sum = A[i][j];
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
    [[nodiscard]] Vector6 solve(Vector6 x) const {
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
    [[nodiscard]] Matrix6 reduced(const Matrix6& B) const {
        Matrix6 Y = B; // L^-1 B
        for (std::size_t i = 1; i < 6; ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                for (std::size_t k = 0; k < 6; ++k) {
                    Y[i][k] -= m_L[i][j] * Y[j][k];
                }
            }
        }
        Matrix6 result = B;
        for (std::size_t i = 0; i < 6; ++i) {
            for (std::size_t k = 0; k < 6; ++k) {
                const double factor = Y[k][i] * m_inverseD[k];
                for (std::size_t j = 0; j < 6; ++j) {
                    result[i][j] -= factor * Y[k][j];
                }
            }
        }
        return result;
    }

private:
    Matrix6 m_L; // below its diagonal of ones
    Vector6 m_inverseD;
};

} // namespace sideline::simulator::spatial
