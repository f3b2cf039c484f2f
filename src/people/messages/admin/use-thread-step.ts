import { api } from '#kit/client/api.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import type { AdminThread } from '#people/messages/thread.ts';
import type { ThreadPart } from './thread-part.ts';

/** Sends a step for the shown version of a thread; after a conflict nothing has changed. */
export function useThreadStep<Body>(
  { thread, onChanged, onStale }: ThreadPart,
  name: 'assign' | 'answered' | 'note',
  onDone?: () => void,
) {
  const submission = useSubmission(
    (body: Body) =>
      api<AdminThread>(`/api/office/threads/${encodeURIComponent(thread.id)}/${name}`, {
        body,
        ifMatch: `"${thread.version}"`,
      }),
    {
      onDone(changed) {
        onChanged(changed);
        onDone?.();
      },
    },
  );
  return {
    ...submission,
    async send(body: Body) {
      const outcome = await submission.send(body);
      if (outcome?.kind === 'refused' && outcome.type === 'Conflict') onStale();
    },
  };
}
