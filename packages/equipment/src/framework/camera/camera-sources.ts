/** Sources of the protocol of all cameras. */
export const cameraSources: readonly string[] = [
  'GET /api/v1/camera/{id}/frame, POST /api/v1/camera/settings and GET /api/v1/camera/intrinsics/rgb of a camera server, as the public client of the robot API knows them. Compare it with your camera.',
  'USB, RTSP, MJPEG and GenICam cameras need such a server beside them.',
  'The ranges of the settings are those of common USB cameras; not compared with a wrist camera.',
  'Without an age in its answer a picture counts as taken when it was asked for.',
];
