import { type FormEvent, useState } from 'react';
import type { Calls } from '#kit/client/calls.ts';
import { send } from '#kit/client/send.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { may } from '#kit/permissions/permissions.ts';
import { Button } from '#kit/ui/button.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { useSession } from '#people/session/session.ts';
import type { AppraisalDraft } from '#warehouse/appraisals/appraisal-draft.ts';
import { LineInput } from './line-input.tsx';
import type { Appraisal } from './use-appraisal.ts';

type StepName = 'finish-box' | 'ask-review' | 'continue' | 'send-back' | 'confirm';
type StepOrder = {
  [Name in StepName]: {
    name: Name;
    body: Calls[`POST /api/office/appraisals/:appraisalId/${Name}`]['body'];
    done: string;
  };
}[StepName];

/** Sends a step for the shown version of the draft; after a conflict reloads it, and nothing has been done. */
function useStep({ draft, take, reload }: Appraisal) {
  const sending = useSubmission(
    async ({ name, body, done }: StepOrder) => ({
      done,
      draft: await send(`POST /api/office/appraisals/:appraisalId/${name}`, {
        params: { appraisalId: draft.appraisalId },
        body,
        ifMatch: `"${draft.version}"`,
      }),
    }),
    {
      onDone(answer) {
        take(answer.draft);
        showToast(answer.done);
      },
    },
  );
  const sendStep = async (order: StepOrder) => {
    const outcome = await sending.send(order);
    if (outcome?.kind === 'refused') void reload();
    return outcome;
  };
  return { send: sendStep, isPending: sending.isPending, message: sending.message };
}
type Step = ReturnType<typeof useStep>;

/** The next steps of this appraisal: finishing boxes, the review, the result. */
export function BoxSteps({
  appraisal,
  boxNumber,
  waits,
}: {
  appraisal: Appraisal;
  boxNumber: number;
  /** Whether changes are stored on this device only. */
  waits: boolean;
}) {
  const step = useStep(appraisal);
  const { draft } = appraisal;
  const isThrough = draft.boxes.every((box) => draft.finishedBoxes.includes(box));
  return (
    <div className="grid gap-3">
      {draft.sentBackNote !== '' && draft.state === 'open' && (
        <Notice title="差し戻されました">{draft.sentBackNote}</Notice>
      )}
      {draft.state === 'review' ? (
        <Review draft={draft} step={step} />
      ) : draft.state === 'reviewed' ? (
        <Reviewed draft={draft} step={step} />
      ) : (
        <>
          <FinishBox draft={draft} boxNumber={boxNumber} step={step} waits={waits} />
          {isThrough && draft.items.length > 0 && <AskReview draft={draft} step={step} />}
        </>
      )}
      <SubmitError message={step.message} />
    </div>
  );
}

function FinishBox({
  draft,
  boxNumber,
  step,
  waits,
}: {
  draft: AppraisalDraft;
  boxNumber: number;
  step: Step;
  waits: boolean;
}) {
  const isFinished = draft.finishedBoxes.includes(boxNumber);
  const order = (done: string, finishes: boolean) =>
    void step.send({ name: 'finish-box', body: { boxNumber, isFinished: finishes }, done });
  if (isFinished) {
    return (
      <Button
        variant="outline"
        isBusy={step.isPending}
        onClick={() => order(`${boxNumber}箱目の査定を再開しました。`, false)}
      >
        この箱の査定を続ける
      </Button>
    );
  }
  return (
    <>
      <Button
        variant="outline"
        isBusy={step.isPending}
        disabled={waits}
        onClick={() => order(`${boxNumber}箱目の査定を終えました。`, true)}
      >
        この箱の査定を終える
      </Button>
      {waits && <p className="text-sm text-ink-2">保存が済むと、この箱を終えられます。</p>}
    </>
  );
}

function Flags({ draft: { flags, overrideReason } }: { draft: AppraisalDraft }) {
  if (flags.length === 0) return null;
  return (
    <Notice kind="sample" title="気になる点があります">
      <ul className="list-disc pl-5">
        {flags.map(({ code, message }) => (
          <li key={`${code} ${message}`}>{message}</li>
        ))}
      </ul>
      {overrideReason !== '' && <p className="mt-1">このまま進める理由：{overrideReason}</p>}
    </Notice>
  );
}

/** Warns that boxes which have not arrived yet cannot join the result later. */
function MissingBoxes({ draft: { boxes, appliedBoxes } }: { draft: AppraisalDraft }) {
  const missing = Array.from({ length: appliedBoxes }, (_, index) => index + 1).filter(
    (box) => !boxes.includes(box),
  );
  if (missing.length === 0) return null;
  return (
    <Notice kind="sample" title={`${missing.join('・')}箱目が、まだ届いていません`}>
      お申し込みは{appliedBoxes}箱です。結果が確定すると、あとから届いた箱は一緒に査定できません。
    </Notice>
  );
}

/** Once all boxes are finished: lists what looks unlikely, and asks for a reason. */
function AskReview({ draft, step }: { draft: AppraisalDraft; step: Step }) {
  const [note, setNote] = useState(draft.note);
  const [overrideReason, setReason] = useState(draft.overrideReason);
  const lacksReason = draft.flags.length > 0 && overrideReason.trim() === '';
  function ask(event: FormEvent) {
    event.preventDefault();
    if (lacksReason) return;
    const body = { note, overrideReason };
    void step.send({ name: 'ask-review', body, done: '確認へ進めました。' });
  }
  return (
    <form onSubmit={ask} className="grid gap-3 border-t border-line pt-3">
      <MissingBoxes draft={draft} />
      <Flags draft={{ ...draft, overrideReason: '' }} />
      {draft.flags.length > 0 && (
        <LineInput
          label="このまま進める理由（必須）"
          value={overrideReason}
          maxLength={200}
          onChange={setReason}
        />
      )}
      <LineInput label="寄付者へのひとこと" value={note} maxLength={200} onChange={setNote} />
      <Button type="submit" isBusy={step.isPending} disabled={lacksReason}>
        確認へ進む
      </Button>
    </form>
  );
}

const signed = (label: string, signature: AppraisalDraft['finished']) =>
  signature && (
    <p className="text-sm">
      {label}：{signature.name}（{formatDateTime(signature.at)}）
    </p>
  );

/** The review, by anyone who may release results; by the same person where there is nobody else. */
function Review({ draft, step }: { draft: AppraisalDraft; step: Step }) {
  const { role } = useSession();
  const [note, setNote] = useState('');
  return (
    <section aria-label="確認" className="grid gap-3">
      <p className="font-bold">確認待ちです</p>
      {signed('査定した人', draft.finished)}
      {draft.note !== '' && <p className="text-sm">寄付者へのひとこと：{draft.note}</p>}
      <Flags draft={draft} />
      {may(role, 'results.release') && (
        <>
          <Button
            isBusy={step.isPending}
            onClick={() =>
              void step.send({ name: 'confirm', body: {}, done: '結果の確定待ちに入れました。' })
            }
          >
            確認して、結果の確定待ちへ
          </Button>
          <LineInput label="差し戻しの理由" value={note} maxLength={200} onChange={setNote} />
          <Button
            variant="outline"
            isBusy={step.isPending}
            disabled={note.trim() === ''}
            onClick={() =>
              void step.send({ name: 'send-back', body: { note }, done: '差し戻しました。' })
            }
          >
            差し戻す
          </Button>
        </>
      )}
      <GoOn step={step} />
    </section>
  );
}

function Reviewed({ draft, step }: { draft: AppraisalDraft; step: Step }) {
  return (
    <section aria-label="確認" className="grid gap-3">
      <p className="font-bold">
        {draft.canReopen ? '結果は、確定待ちから外れています' : '結果の確定を待っています'}
      </p>
      {signed('査定した人', draft.finished)}
      {signed('確認した人', draft.reviewed)}
      {draft.canReopen ? (
        <GoOn step={step} />
      ) : (
        <p className="text-sm">
          直すときは、査定結果の画面でこの行を外してから、ここで続けてください。
        </p>
      )}
    </section>
  );
}

const GoOn = ({ step }: { step: Step }) => (
  <Button
    variant="quiet"
    isBusy={step.isPending}
    onClick={() => void step.send({ name: 'continue', body: {}, done: '査定を再開しました。' })}
  >
    査定を続ける
  </Button>
);
