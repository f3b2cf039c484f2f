import type { AdminThread } from '#domain/inbox/thread.ts';

/** What the parts of a thread's page do with it. */
export type ThreadPart = {
  thread: AdminThread;
  /** Shows the thread as a step left it. */
  onChanged: (thread: AdminThread) => void;
  /** A step was refused because somebody wrote meanwhile: shows that first. */
  onStale: () => void;
  reload: () => void;
};
