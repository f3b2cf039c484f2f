import { useEffect, useRef, useState } from 'react';
import { progressTransport } from '#kit/client/progress-transport.ts';
import { send } from '#kit/client/send.ts';
import type { Form } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { showToast } from '#kit/ui/toast.tsx';
import { type ChosenPapers, papersForm } from './chosen-papers.ts';
import type { IdentityCheckStatus } from './identity-check-schema.ts';

/** Sends the chosen papers, reports the progress, and can be cancelled. */
export function usePapersUpload({
  proof,
  form,
  onSent,
}: {
  /** The application, and for a guest the token; a donor is identified by the sign-in. */
  proof: { appraisalId: string; token?: string | undefined };
  form: Pick<Form<object, ChosenPapers>, 'reject'>;
  onSent: (status: IdentityCheckStatus) => void;
}) {
  /** The share of the sent bytes, 0 to 1. */
  const [share, setShare] = useState(0);
  const [isStopped, setStopped] = useState(false);
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);
  const submission = useSubmission(
    (chosen: ChosenPapers, idempotencyKey) => {
      const current = new AbortController();
      controller.current = current;
      return send('POST /api/applications/identity-papers', {
        body: papersForm(chosen, proof),
        idempotencyKey,
        signal: current.signal,
        transport: progressTransport(setShare),
      });
    },
    { form, onDone: onSent },
  );
  return {
    isPending: submission.isPending,
    message: isStopped ? undefined : submission.message,
    share,
    send(chosen: ChosenPapers) {
      setShare(0);
      setStopped(false);
      return submission.send(chosen);
    },
    cancel() {
      controller.current?.abort();
      setStopped(true);
      showToast('送信を取りやめました。');
    },
  };
}
