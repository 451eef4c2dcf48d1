// Planning with OMPL's RRTConnect, for comparison.
//
// usage: ompl ROBOT PROBLEMS…
// Each line "checker problem budget simplifies" on standard input (checker: fcl or analytic; problem: its number over all
// files, from 0; budget in seconds; simplifies: 1 or 0) plans once and answers with one line of JSON: solved, plan and
// simplify milliseconds, the number of states checked, lengths before and after simplifying (radians, Euclidean),
// and whether each of the two paths is valid at 0.001 rad.

#include <ompl/base/SpaceInformation.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/geometric/SimpleSetup.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>
#include <ompl/util/Console.h>

#include <chrono>
#include <fstream>
#include <iostream>
#include <sstream>

#include "ompl_world.h"

namespace ob = ompl::base;
namespace og = ompl::geometric;

namespace {

constexpr double kResolution = 0.01;
constexpr double kFineResolution = 0.001;

double Milliseconds(std::chrono::steady_clock::time_point since) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - since).count();
}

const double* Values(const ob::State* state) { return state->as<ob::RealVectorStateSpace::StateType>()->values; }

bool IsValid(const og::PathGeometric& path, int dof, peer::Checker& checker) {
  std::vector<double> q(dof);
  for (size_t i = 0; i + 1 < path.getStateCount(); ++i) {
    const double* a = Values(path.getState(i));
    const double* b = Values(path.getState(i + 1));
    double square = 0;
    for (int k = 0; k < dof; ++k) square += (b[k] - a[k]) * (b[k] - a[k]);
    const int steps = std::max(1, static_cast<int>(std::ceil(std::sqrt(square) / kFineResolution)));
    for (int s = 0; s <= steps; ++s) {
      for (int k = 0; k < dof; ++k) q[k] = a[k] + (b[k] - a[k]) * s / steps;
      if (!checker.IsClear(q.data())) return false;
    }
  }
  return true;
}

nlohmann::json Solve(const peer::Robot& robot, const nlohmann::json& problem, const std::string& kind, double budget, bool simplifies) {
  const auto obstacles = peer::ReadObstacles(problem);
  const auto exact = peer::MakeAnalyticChecker(robot, obstacles);
  const auto checker =
      kind == "fcl" ? peer::MakeFclChecker(robot, obstacles) : peer::MakeAnalyticChecker(robot, obstacles);
  const int dof = robot.dof();
  auto space = std::make_shared<ob::RealVectorStateSpace>(dof);
  ob::RealVectorBounds bounds(dof);
  for (int k = 0; k < dof; ++k) bounds.setLow(k, robot.lower[k]), bounds.setHigh(k, robot.upper[k]);
  space->setBounds(bounds);
  og::SimpleSetup setup(space);
  long checks = 0;
  setup.setStateValidityChecker([&](const ob::State* state) {
    ++checks;
    return checker->IsClear(Values(state));
  });
  setup.getSpaceInformation()->setStateValidityCheckingResolution(kResolution / space->getMaximumExtent());
  ob::ScopedState<> start(space), goal(space);
  for (int k = 0; k < dof; ++k) start[k] = problem["start"][k].get<double>(), goal[k] = problem["goal"][k].get<double>();
  setup.setStartAndGoalStates(start, goal);
  setup.setPlanner(std::make_shared<og::RRTConnect>(setup.getSpaceInformation()));
  setup.setup();

  nlohmann::json out;
  const auto planning = std::chrono::steady_clock::now();
  const bool solved = setup.solve(budget) == ob::PlannerStatus::EXACT_SOLUTION;
  out["planMs"] = Milliseconds(planning);
  out["solved"] = solved;
  if (solved) {
    const og::PathGeometric raw = setup.getSolutionPath();
    out["length"] = raw.length();
    out["valid"] = IsValid(raw, dof, *exact);
  }
  if (solved && simplifies) {
    const auto simplifying = std::chrono::steady_clock::now();
    setup.simplifySolution();
    out["simplifyMs"] = Milliseconds(simplifying);
    const og::PathGeometric& path = setup.getSolutionPath();
    out["simplifiedLength"] = path.length();
    out["simplifiedValid"] = IsValid(path, dof, *exact);
  }
  out["checks"] = checks;
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  ompl::msg::setLogLevel(ompl::msg::LOG_NONE);
  const peer::Robot robot(nlohmann::json::parse(std::ifstream(argv[1])));
  std::vector<nlohmann::json> problems;
  for (int i = 2; i < argc; ++i) {
    const auto file = nlohmann::json::parse(std::ifstream(argv[i]));
    for (const auto& problem : file["problems"]) problems.push_back(problem);
  }
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string kind;
    size_t problem;
    double budget;
    bool simplifies;
    words >> kind >> problem >> budget >> simplifies;
    std::cout << Solve(robot, problems.at(problem), kind, budget, simplifies).dump() << std::endl;
  }
}
