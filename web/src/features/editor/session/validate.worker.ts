import { checkTask, type ValidationTask } from './check-task.ts';

self.onmessage = ({ data }: MessageEvent<ValidationTask>) => {
  self.postMessage(checkTask(data));
};
