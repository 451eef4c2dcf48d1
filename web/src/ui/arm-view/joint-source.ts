/** Where a picture of the arm takes its joint angles from, rad, without a render of React for each. */
export interface JointSource {
  readonly joints: readonly number[] | undefined;
  subscribe(listener: () => void): () => void;
}
