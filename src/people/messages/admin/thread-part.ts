import type { AdminThread } from '#people/messages/thread.ts';

/** Props of the parts of a thread's page. */
export type ThreadPart = {
  thread: AdminThread;
  /** Replaces the shown thread after a step. */
  onChanged: (thread: AdminThread) => void;
  /** A step was refused because of a concurrent change: shows that first. */
  onStale: () => void;
  reload: () => void;
};
