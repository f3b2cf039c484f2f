import { useState } from 'react';
import { send } from '#kit/client/send.ts';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { refreshMenuCounts } from '#kit/lists/use-menu-counts.ts';
import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { type Scan, scannedBox, TakeBack } from '#warehouse/intake/scan.ts';

export const takeBack = (id: string, reason: string) =>
  send('POST /api/office/intake/scans/:id/take-back', { params: { id }, body: { reason } });

/** Undoes a scan at once within ten minutes, later with a reason. */
export function TakeBackButton({ scan, onDone }: { scan: Scan; onDone: (scan: Scan) => void }) {
  const [isAsked, setAsked] = useState(false);
  const form = useForm({ schema: TakeBack, initial: { reason: '' }, onInvalid: showMessage });
  const submission = useSubmission(({ reason }: TakeBack) => takeBack(scan.id, reason), {
    form,
    onDone(changed) {
      setAsked(false);
      refreshMenuCounts();
      onDone(changed);
    },
  });
  /** The ten minutes may have passed since this was rendered: then asks for the reason. */
  async function takeBackNow() {
    const outcome = await submission.send({ reason: '' });
    if (outcome?.kind === 'invalid') setAsked(true);
  }
  if (scan.takeBack === 'none') return null;
  const isFree = scan.takeBack === 'free';
  const box = <span className="sr-only">：{scannedBox(scan)}</span>;
  return (
    <>
      <Button
        variant="outline"
        size="small"
        isBusy={submission.isPending}
        onClick={() => (isFree ? takeBackNow() : setAsked(true))}
      >
        {isFree ? '取り消す' : '訂正する'}
        {box}
      </Button>
      {isFree && <SubmitError message={submission.message} />}
      <Dialog isOpen={isAsked} title="受付を訂正しますか？" onClose={() => setAsked(false)}>
        <Form form={form} onSubmit={form.submit(submission.send)} className="grid gap-4">
          <p>この箱は届いていないことになります。到着のお知らせがまだなら、送りません。</p>
          <TextArea form={form} path="reason" label="理由" required rows={3} />
          <SubmitError message={submission.message} />
          <Button type="submit" isBusy={submission.isPending}>
            訂正する
          </Button>
        </Form>
      </Dialog>
    </>
  );
}
