import { type ReactNode, useState } from 'react';
import { applicationStateFacts } from '#giving/applications/application-state.ts';
import { send } from '#kit/client/send.ts';
import type { Query } from '#kit/client/use-query.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Panel } from '#kit/lists/panel.tsx';
import { Button } from '#kit/ui/button.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { Notice } from '#kit/ui/notice.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatYen } from '#kit/values/yen.ts';
import type { KitBatch, KitReview, MarkRequest } from '#warehouse/kits/kit-batch.ts';

type Choices = Readonly<Record<string, 'send' | 'leave-out'>>;

/** Marks a batch as sent, after showing the applications that were changed or cancelled since it was frozen. */
export function MarkPanel({
  batch,
  review,
  onChanged,
}: {
  batch: KitBatch;
  review: Query<KitReview>;
  onChanged: () => void;
}) {
  const [choices, setChoices] = useState<Choices>({});
  const marking = useSubmission(
    (body: MarkRequest) =>
      send('POST /api/office/kits/batches/:id/mark', {
        params: { id: batch.id },
        body,
        ifMatch: `"${batch.version}"`,
      }),
    {
      onDone({ sent, leftOut }) {
        const rest = leftOut > 0 ? `${leftOut}件は外しました。` : '';
        showToast(`${formatYen(sent)}件を発送済みにしました。${rest}`);
        onChanged();
      },
    },
  );
  async function mark({ seen }: KitReview) {
    const chosen = Object.entries(choices).map(([appraisalId, choice]) => ({
      appraisalId,
      choice,
    }));
    const outcome = await marking.send({ seen, choices: chosen });
    if (outcome?.kind !== 'refused' || outcome.type !== 'Conflict') return;
    // The reload replaces this panel and its message, so a modal shows it.
    await showMessage({ title: '発送済みにしていません', message: outcome.message });
    onChanged();
  }
  const { value, problem } = review;
  if (problem) {
    return (
      <Panel title="発送済みにする">
        <LoadFailure message={problem.message} onRetry={review.reload} />
      </Panel>
    );
  }
  if (!value) {
    return (
      <Panel title="発送済みにする">
        <Skeleton lines={4} label="変わったところを確かめています" />
      </Panel>
    );
  }
  const undecided = value.changed.filter(({ appraisalId }) => !(appraisalId in choices)).length;
  const going = Object.values(choices).filter((choice) => choice === 'send').length;
  return (
    <Panel title="発送済みにする">
      <div className="grid gap-4">
        <Changed
          review={value}
          choices={choices}
          onChoose={(appraisalId, choice) => setChoices({ ...choices, [appraisalId]: choice })}
        />
        <ExcludedEntries review={value} />
        <p className="text-sm">
          運送会社に渡したあとで押してください。
          {formatYen(value.ready + going)}
          件が「箱を発送」になり、お申し込みの方へお知らせします。外したものは「今日発送する箱」に戻ります。
        </p>
        <SubmitError message={marking.message} />
        {undecided > 0 && (
          <p role="status" className="text-sm font-bold text-error">
            内容が変わった{undecided}件の扱いを選んでください。
          </p>
        )}
        <div>
          <Button isBusy={marking.isPending} disabled={undecided > 0} onClick={() => mark(value)}>
            この束を発送済みにする
          </Button>
        </div>
      </div>
    </Panel>
  );
}

function Changed({
  review: { changed },
  choices,
  onChoose,
}: {
  review: KitReview;
  choices: Choices;
  onChoose: (appraisalId: string, choice: 'send' | 'leave-out') => void;
}) {
  if (changed.length === 0) return null;
  return (
    <Notice kind="error" title={`束にしたあとで、${changed.length}件の内容が変わりました`}>
      <ul className="mt-2 divide-y divide-line">
        {changed.map(({ appraisalId, name, changes }) => (
          <li key={appraisalId} className="py-2">
            <fieldset>
              <legend className="font-bold">
                <NumberLink>{appraisalId}</NumberLink>　{name} 様
              </legend>
              <ul className="text-sm wrap-anywhere">
                {changes.map(({ label, before, after }) => (
                  <li key={label}>
                    {label}：<s>{before || '（なし）'}</s> → <b>{after || '（なし）'}</b>
                  </li>
                ))}
              </ul>
              <div className="flex flex-wrap gap-x-5">
                {(
                  [
                    ['leave-out', '外して、次の束に入れる'],
                    ['send', '印刷のまま発送した'],
                  ] as const
                ).map(([choice, label]) => (
                  <label
                    key={choice}
                    className="inline-flex min-h-11 cursor-pointer items-center gap-2"
                  >
                    <input
                      type="radio"
                      name={`choice-${appraisalId}`}
                      className="size-5 accent-coral"
                      checked={choices[appraisalId] === choice}
                      onChange={() => onChoose(appraisalId, choice)}
                    />
                    {label}
                  </label>
                ))}
              </div>
            </fieldset>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** The entries that never leave with the batch, and those sent by hand before. */
function ExcludedEntries({ review: { cancelled, sentByHand } }: { review: KitReview }) {
  return (
    <>
      {cancelled.length > 0 && (
        <Notice
          kind="error"
          title={`${cancelled.length}件は取り消されています。箱を抜いてください。`}
        >
          <ul className="mt-1">
            {cancelled.map(({ appraisalId, name, state }) => (
              <li key={appraisalId}>
                <NumberLink>{appraisalId}</NumberLink>　{name} 様（
                {applicationStateFacts[state].admin}）
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {sentByHand.length > 0 && (
        <Notice title={`${sentByHand.length}件は、すでに手作業で発送済みになっています`}>
          <p>もう一度お知らせすることはありません。</p>
          <ul className="mt-1">
            {sentByHand.map(({ appraisalId, name }) => (
              <li key={appraisalId}>
                <NumberLink>{appraisalId}</NumberLink>　{name} 様
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}

const NumberLink = ({ children }: { children: string }): ReactNode => (
  <Link
    to={`/admin/applications/${children}`}
    className="inline-flex min-h-11 items-center tabular-nums underline underline-offset-4"
  >
    {children}
  </Link>
);
