// An arm of spheres among boxes, cylinders and spheres, checked either in closed form or with FCL.
#pragma once

#include <array>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace peer {

struct Vector {
  double x, y, z;
};

// Row-major rotation and translation.
struct Frame {
  double r[9];
  double t[3];
};

struct Ball {
  Vector center;
  double radius;
  int link;
};

// Everything that moves with one axis, in the frame of that axis.
struct Body {
  std::vector<Ball> balls;
  Ball bound;
};

struct Obstacle {
  enum Kind { kBox, kCylinder, kSphere } kind;
  Frame frame;
  // Half edges of a box; radius and half length of a cylinder; radius of a sphere.
  double size[3];
};

struct BallPair {
  int first_body, first_ball, second_body, second_ball;
};

struct BodyPair {
  int first, second;
  std::vector<BallPair> balls;
};

class Robot {
 public:
  explicit Robot(const nlohmann::json& file);
  int dof() const { return static_cast<int>(steps_.size()); }
  // frames[0] is the body that stands still.
  void ComputeFrames(const double* q, Frame* frames) const;

  std::vector<Body> bodies;
  std::vector<BodyPair> pairs;
  std::vector<double> lower, upper;

 private:
  struct Step {
    Frame offset;
    Vector axis;
  };
  std::vector<Step> steps_;
};

class Checker {
 public:
  virtual ~Checker() = default;
  virtual bool IsClear(const double* q) = 0;
};

std::vector<Obstacle> ReadObstacles(const nlohmann::json& problem);
std::unique_ptr<Checker> MakeAnalyticChecker(const Robot& robot, std::vector<Obstacle> obstacles);
std::unique_ptr<Checker> MakeFclChecker(const Robot& robot, const std::vector<Obstacle>& obstacles);

}  // namespace peer
