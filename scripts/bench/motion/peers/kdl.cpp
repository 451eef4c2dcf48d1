// Inverse kinematics with Orocos KDL's Levenberg-Marquardt solver, for comparison.
//
// usage: kdl PROBLEM
//   PROBLEM is text: six lines "a d alpha theta lower upper" (standard DH, metres and radians), the number of poses,
//   then a line "x y z qx qy qz qw" per pose.
// Each line "restarts seed" on standard input solves all poses once, each from up to 1 + restarts random joint
// vectors within the limits, and answers with one line of JSON: per pose nanoseconds and whether it was solved
// ("solved") and, after turning joints by whole turns, within its limits ("within").

#include <chrono>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <kdl/chain.hpp>
#include <kdl/chainfksolverpos_recursive.hpp>
#include <kdl/chainiksolverpos_lma.hpp>
#include <random>
#include <string>
#include <vector>

namespace {

constexpr int kJoints = 6;
constexpr double kFullTurn = 2 * M_PI;

struct Problem {
  KDL::Chain chain;
  double lower[kJoints];
  double upper[kJoints];
  std::vector<KDL::Frame> poses;
};

Problem ReadProblem(const std::string& path) {
  std::ifstream in(path);
  in.exceptions(std::ios::failbit | std::ios::badbit);
  Problem problem;
  for (int i = 0; i < kJoints; ++i) {
    double a, d, alpha, theta;
    in >> a >> d >> alpha >> theta >> problem.lower[i] >> problem.upper[i];
    // The zero angle is folded into the frame before the joint, so that joint angles mean the same on both sides.
    if (theta != 0) {
      problem.chain.addSegment(KDL::Segment(KDL::Joint(KDL::Joint::None), KDL::Frame(KDL::Rotation::RotZ(theta))));
    }
    problem.chain.addSegment(KDL::Segment(KDL::Joint(KDL::Joint::RotZ), KDL::Frame::DH(a, alpha, d, 0)));
  }
  std::size_t count = 0;
  in >> count;
  for (std::size_t i = 0; i < count; ++i) {
    double x, y, z, qx, qy, qz, qw;
    in >> x >> y >> z >> qx >> qy >> qz >> qw;
    problem.poses.emplace_back(KDL::Rotation::Quaternion(qx, qy, qz, qw), KDL::Vector(x, y, z));
  }
  return problem;
}

bool TurnWithinLimits(const Problem& problem, const KDL::JntArray& joints) {
  for (int i = 0; i < kJoints; ++i) {
    const double lowest = joints(i) + kFullTurn * std::ceil((problem.lower[i] - joints(i)) / kFullTurn - 1e-12);
    if (lowest > problem.upper[i] + 1e-9) return false;
  }
  return true;
}

void SolveAll(const Problem& problem, KDL::ChainIkSolverPos_LMA& solver, int restarts, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<std::int64_t> nanoseconds;
  std::vector<bool> solved, within;
  KDL::JntArray start(kJoints), joints(kJoints);
  for (const KDL::Frame& pose : problem.poses) {
    const auto begin = std::chrono::steady_clock::now();
    bool ok = false;
    for (int attempt = 0; attempt <= restarts && !ok; ++attempt) {
      for (int i = 0; i < kJoints; ++i) {
        start(i) = std::uniform_real_distribution<double>(problem.lower[i], problem.upper[i])(random);
      }
      ok = solver.CartToJnt(start, pose, joints) >= 0;
    }
    const auto end = std::chrono::steady_clock::now();
    nanoseconds.push_back(std::chrono::duration_cast<std::chrono::nanoseconds>(end - begin).count());
    solved.push_back(ok);
    within.push_back(ok && TurnWithinLimits(problem, joints));
  }
  const auto print = [](const char* name, const auto& values) {
    std::cout << '"' << name << "\":[";
    for (std::size_t i = 0; i < values.size(); ++i) std::cout << (i ? "," : "") << values[i];
    std::cout << ']';
  };
  std::cout << '{';
  print("nanoseconds", nanoseconds);
  std::cout << ',';
  print("solved", solved);
  std::cout << ',';
  print("within", within);
  std::cout << '}' << std::endl;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: kdl PROBLEM" << std::endl;
    return 2;
  }
  const Problem problem = ReadProblem(argv[1]);
  KDL::ChainIkSolverPos_LMA solver(problem.chain);
  int restarts = 0;
  std::uint32_t seed = 0;
  while (std::cin >> restarts >> seed) SolveAll(problem, solver, restarts, seed);
  return 0;
}
