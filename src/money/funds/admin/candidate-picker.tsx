import { useEffect, useEffectEvent, useId, useState } from 'react';
import { api } from '#kit/client/api.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { RadioCards } from '#kit/forms/fields/radio-cards.tsx';
import type { FormFields } from '#kit/forms/use-form.ts';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { maxCandidates, type PayoutCandidate } from '#money/funds/fund.ts';

const pauseMs = 300;

/** Finds a published organisation that works on the challenge; the form's `associateId` is its id. */
export function CandidatePicker({
  form,
  socialChallengeId,
  chosen,
  onChoose,
}: {
  form: FormFields & { values: { associateId: string } };
  socialChallengeId: string;
  chosen: PayoutCandidate | undefined;
  onChoose: (candidate: PayoutCandidate) => void;
}) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const asked = new URLSearchParams({ name: typed.trim() });
  const path = `/api/office/funds/${socialChallengeId}/candidates?${asked}`;
  const found = useQuery<{ items: PayoutCandidate[] }>(
    path,
    async (signal) => {
      await new Promise((resolve) => setTimeout(resolve, typed === '' ? 0 : pauseMs));
      signal.throwIfAborted();
      return api(path, { signal });
    },
    { keepsLast: true },
  );
  const items = found.value?.items ?? [];
  // Keeps the chosen one in the list, whatever is searched next.
  const offered = chosen && !items.some((one) => one.id === chosen.id) ? [chosen, ...items] : items;
  const picked = offered.find((one) => one.id === form.values.associateId);
  const notifyChosen = useEffectEvent(() => picked && onChoose(picked));
  const pickedId = picked?.id;
  useEffect(() => {
    if (pickedId !== undefined) notifyChosen();
  }, [pickedId]);
  return (
    <div className="grid gap-3">
      <div>
        <label htmlFor={id} className="block font-bold">
          支払い先の団体を名前で探す
        </label>
        <input
          id={id}
          type="search"
          autoComplete="off"
          maxLength={100}
          className="control mt-1 block"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
      {found.problem ? (
        <LoadFailure message={found.problem.message} onRetry={found.reload} />
      ) : (
        <>
          <p role="status" className="text-sm text-ink-2">
            {statusOf(found.value?.items.length)}
          </p>
          {offered.length > 0 && (
            <RadioCards
              form={form}
              path="associateId"
              label="支払い先の団体"
              required
              columns={2}
              choices={offered.map(({ id: value, name, address, hasAccount }) => ({
                value,
                label: name,
                note: hasAccount ? address : '振込先の口座がまだ登録されていません',
              }))}
            />
          )}
        </>
      )}
    </div>
  );
}

function statusOf(count: number | undefined): string {
  if (count === undefined) return '探しています';
  if (count === 0) return '見つかりませんでした。この課題に取り組む、公開中の団体だけが選べます。';
  return count < maxCandidates
    ? `${count}団体が見つかりました。`
    : `はじめの${maxCandidates}団体です。名前を入力すると絞り込めます。`;
}
