/** The interpreter's math module with the functions of Python's that it lacks. */
export const mathSource = `
from math import *

def _whole(value):
    if type(value) is bool or type(value) is int:
        return int(value)
    raise TypeError("'" + type(value).__name__ + "' object cannot be interpreted as an integer")

def gcd(*values):
    result = 0
    for value in values:
        other = abs(_whole(value))
        while other:
            result, other = other, result % other
    return result

def lcm(*values):
    result = 1
    for value in values:
        value = abs(_whole(value))
        if value == 0:
            return 0
        result = result // gcd(result, value) * value
    return result

def isqrt(n):
    n = _whole(n)
    if n < 0:
        raise ValueError('isqrt() argument must be nonnegative')
    if n == 0:
        return 0
    guess = 1 << ((len(bin(n)) - 1) // 2)
    while True:
        better = (guess + n // guess) // 2
        if better >= guess:
            return guess
        guess = better

def hypot(*coordinates):
    largest = 0.0
    for coordinate in coordinates:
        largest = max(largest, fabs(coordinate))
    if largest == 0 or not isfinite(largest):
        return largest
    if len(coordinates) == 2 and 1e-150 < largest < 1e150:
        return sqrt(coordinates[0] * coordinates[0] + coordinates[1] * coordinates[1])
    return largest * sqrt(fsum([(coordinate / largest) * (coordinate / largest) for coordinate in coordinates]))

def dist(p, q):
    p, q = list(p), list(q)
    if len(p) != len(q):
        raise ValueError('both points must have the same number of dimensions')
    return hypot(*[a - b for a, b in zip(p, q)])

def fsum(values):
    partials = []
    for x in values:
        x = float(x)
        kept = []
        for y in partials:
            if abs(x) < abs(y):
                x, y = y, x
            high = x + y
            low = y - (high - x)
            if low:
                kept.append(low)
            x = high
        kept.append(x)
        partials = kept
    return sum(reversed(partials)) if partials else 0.0

def prod(values, start=1):
    for value in values:
        start = start * value
    return start

def sumprod(p, q):
    return sum([a * b for a, b in zip(p, q)])

def factorial(n):
    n = _whole(n)
    if n < 0:
        raise ValueError('factorial() not defined for negative values')
    result = 1
    for factor in range(2, n + 1):
        result *= factor
    return result

def perm(n, k=None):
    n = _whole(n)
    k = n if k is None else _whole(k)
    if n < 0 or k < 0:
        raise ValueError('n and k must be non-negative integers')
    result = 1
    for factor in range(n - k + 1, n + 1):
        result *= factor
    return 0 if k > n else result

def comb(n, k):
    n, k = _whole(n), _whole(k)
    if n < 0 or k < 0:
        raise ValueError('n and k must be non-negative integers')
    if k > n:
        return 0
    k = min(k, n - k)
    result = 1
    for index in range(1, k + 1):
        result = result * (n - k + index) // index
    return result

def cbrt(x):
    if x == 0 or not isfinite(x):
        return float(x)
    root = copysign(fabs(x) ** (1 / 3), x)
    return root - (root * root * root - x) / (3 * root * root)

def exp2(x):
    return 2.0 ** x

def remainder(x, y):
    x, y = float(x), float(y)
    if not isfinite(x) or y == 0 or isnan(y):
        raise ValueError('math domain error')
    if not isfinite(y):
        return x
    y = fabs(y)
    rest = fmod(fabs(x), y)
    over = y - rest
    if rest > over or (rest == over and fmod(0.5 * (fabs(x) - rest), y)):
        rest = -over
    return rest if x >= 0 else -rest
`;
