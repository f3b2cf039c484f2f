import { useState } from 'react';
import { Fact, Facts } from '#app/features/office/facts.tsx';
import { formatMoment } from '#app/features/office/moment.ts';
import { ScrollBox } from '#app/features/office/scroll-box.tsx';
import { SubmitError } from '#app/forms/submit-error.tsx';
import { useSubmission } from '#app/forms/use-submission.ts';
import { api } from '#app/session/api.ts';
import { Button } from '#app/ui/button.tsx';
import { Chip, type ChipTone } from '#app/ui/chip.tsx';
import { showToast } from '#app/ui/toast.tsx';
import { imageAt } from '#domain/image.ts';
import type {
  OfficePledge,
  OfficePledgeReport,
  OfficePledgeState,
} from '#domain/office-pledge-report.ts';
import { WithholdForm } from './withhold-form.tsx';

const states: Record<OfficePledgeState, { label: string; tone: ChipTone }> = {
  published: { label: '公開中', tone: 'leaf' },
  withheld: { label: '公開を停止中', tone: 'error' },
  hidden: { label: '本人が非公開', tone: 'plain' },
  draft: { label: '本人の下書き', tone: 'plain' },
  removed: { label: '本人が削除', tone: 'plain' },
};

export const PledgeStateChip = ({ state }: { state: OfficePledgeState }) => (
  <Chip tone={states[state].tone}>{states[state].label}</Chip>
);

/** A report with the pledge it is about, and what the operator can do about them. */
export function ReportDetails({
  report,
  onChanged,
}: {
  report: OfficePledgeReport;
  onChanged: () => void;
}) {
  const { id, reason, createdAt, handledAt, pledge } = report;
  const [isWithholding, setWithholding] = useState(false);
  const marking = useSubmission(
    (isHandled: boolean) =>
      api<OfficePledgeReport>(`/api/office/pledge-reports/${id}`, { body: { isHandled } }),
    {
      onDone(changed) {
        showToast(changed.handledAt ? '対応済みにしました。' : '未対応に戻しました。');
        onChanged();
      },
    },
  );
  const showing = useSubmission(
    (pledgeId: string) =>
      api<OfficePledge>(`/api/office/pledges/${pledgeId}/show-again`, { body: {} }),
    {
      onDone() {
        showToast('ふたたび公開しました。書いた方にメールでお知らせします。');
        setWithholding(false);
        onChanged();
      },
    },
  );
  const isBusy = marking.isPending || showing.isPending;
  return (
    <div className="grid gap-4">
      <Facts>
        <Fact label="通報の日時">
          <span className="tabular-nums">{formatMoment(createdAt)}</span>
        </Fact>
        <Fact label="通報の理由">
          <span className="whitespace-pre-wrap wrap-anywhere">{reason}</span>
        </Fact>
        <Fact label="対応した日時">
          {handledAt && <span className="tabular-nums">{formatMoment(handledAt)}</span>}
        </Fact>
      </Facts>
      <PledgeShown pledge={pledge} />
      {isWithholding && pledge.state === 'published' ? (
        <WithholdForm
          pledgeId={pledge.id}
          onCancel={() => setWithholding(false)}
          onWithheld={onChanged}
        />
      ) : (
        <>
          <SubmitError message={marking.message ?? showing.message} />
          <div className="flex flex-wrap justify-end gap-3">
            <Button
              variant="outline"
              size="small"
              isBusy={isBusy}
              onClick={() => marking.send(handledAt === null)}
            >
              {handledAt ? '未対応に戻す' : '問題なしとして対応済みにする'}
            </Button>
            {pledge.state === 'published' && (
              <Button size="small" isBusy={isBusy} onClick={() => setWithholding(true)}>
                公開を止める
              </Button>
            )}
            {pledge.state === 'withheld' && (
              <Button size="small" isBusy={isBusy} onClick={() => showing.send(pledge.id)}>
                ふたたび公開する
              </Button>
            )}
          </div>
        </>
      )}
    </div>
  );
}

function PledgeShown({ pledge }: { pledge: OfficePledge }) {
  const { id, state, author, donation, text, items, withheldReason } = pledge;
  return (
    <div className="grid gap-3">
      <Facts>
        <Fact label="#mypledge">
          <PledgeStateChip state={state} />
          {state === 'published' && (
            <a
              href={`/my-pledge/${id}`}
              target="_blank"
              rel="noopener noreferrer"
              className="ml-3 inline-block text-coral-dark underline"
            >
              公開ページを開く
            </a>
          )}
        </Fact>
        <Fact label="書いた方">{author.name}</Fact>
        <Fact label="寄付先">{donation.associateName}</Fact>
        <Fact label="止めた理由">
          {withheldReason && (
            <span className="whitespace-pre-wrap wrap-anywhere">{withheldReason}</span>
          )}
        </Fact>
      </Facts>
      {text && (
        <ScrollBox label="#mypledgeの本文" className="max-h-[30vh] border border-line bg-white p-4">
          <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
        </ScrollBox>
      )}
      {items.length > 0 && (
        <ul className="flex flex-wrap gap-3">
          {items.map(({ id: itemId, image, width, height, widths, name, comment }) => (
            <li key={itemId} className="w-40 text-sm">
              {state === 'withheld' ? (
                <p className="text-ink-2">公開を止めているあいだ、写真は表示されません。</p>
              ) : (
                <img
                  src={imageAt(image, Math.min(...widths))}
                  width={width}
                  height={height}
                  alt={name || 'お品物の写真'}
                  className="aspect-square w-full rounded-lg bg-sand object-cover"
                />
              )}
              <p className="mt-1 wrap-anywhere">{[name, comment].filter(Boolean).join('：')}</p>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
