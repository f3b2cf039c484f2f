import { useEffect, useRef, useState } from 'react';
import { progressTransport } from '#kit/client/progress-transport.ts';
import type { Form } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { showToast } from '#kit/ui/toast.tsx';
import { reloadSession } from '#people/session/session.ts';
import { loadPledge, type PledgeEdit, sendPledge, type VersionedPledge } from './own-pledge.ts';
import type { OwnPledge } from './pledge.ts';
import type { PledgeDraft } from './pledge-draft.ts';

/**
 * Sends a pledge with its new pictures. Never overwrites a concurrent change: then `newer` holds the stored version,
 * and the donor chooses.
 */
export function usePledgeEdit({
  shown,
  form,
  onSaved,
  onDone,
}: {
  /** The version that the form started from; undefined for a new pledge. */
  shown: VersionedPledge | undefined;
  form: Pick<Form<PledgeDraft, PledgeDraft>, 'reject' | 'submit'>;
  /** Called as soon as it is stored. */
  onSaved: () => void;
  /** Called when the donor's own list has been reloaded. */
  onDone: (saved: OwnPledge) => void;
}) {
  const [newer, setNewer] = useState<VersionedPledge>();
  /** The share of the sent bytes, 0 to 1. */
  const [share, setShare] = useState(0);
  const [isStopped, setStopped] = useState(false);
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);
  const submission = useSubmission(
    (edit: PledgeEdit, idempotencyKey) => {
      const current = new AbortController();
      controller.current = current;
      const transport = progressTransport(setShare);
      return sendPledge(edit, { idempotencyKey, signal: current.signal, transport });
    },
    {
      form,
      async onDone(saved) {
        onSaved();
        await reloadSession();
        onDone(saved);
      },
    },
  );

  async function send(draft: PledgeDraft, pictures: readonly File[]): Promise<void> {
    setShare(0);
    setStopped(false);
    const outcome = await submission.send({ draft, pictures, etag: (newer ?? shown)?.etag });
    if (!shown || outcome?.kind !== 'refused' || outcome.type !== 'Conflict') return;
    const stored = await loadPledge(shown.pledge.id).catch(() => undefined);
    // A pledge withheld meanwhile offers no choice: the message says why.
    if (stored?.pledge.state !== 'withheld') setNewer(stored);
  }

  function cancel() {
    controller.current?.abort();
    setStopped(true);
    showToast('送信を取りやめました。');
  }

  return {
    isPending: submission.isPending,
    message: newer || isStopped ? undefined : submission.message,
    newer,
    share,
    cancel,
    submit: (pictures: readonly File[]) => form.submit((draft) => send(draft, pictures)),
  };
}
