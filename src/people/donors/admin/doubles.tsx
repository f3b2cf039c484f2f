import { useState } from 'react';
import { api } from '#kit/client/api.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { KeywordBox } from '#kit/lists/keyword/keyword-box.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { Button } from '#kit/ui/button.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { type Donor, type DonorLine, donorPath } from '#people/donors/donor.ts';
import type { Unmerged } from '#people/donors/donor-merge.ts';
import { MergeDialog } from './merge-dialog.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

const shownFound = 5;

/** Possible duplicates of a record and those already merged, with buttons to merge and to undo. */
export function DuplicateRecords({ donor, onChanged }: { donor: Donor; onChanged: () => void }) {
  const { id, isGuest, role } = donor;
  const doubles = useQuery<DonorLine[]>(`/api/office/donors/${encodeURIComponent(id)}/doubles`);
  const [keyword, setKeyword] = useState('');
  const found = useQuery<DonorLine[]>(
    keyword.trim() === '' ? undefined : `doubles by ${keyword}`,
    (signal) => api('/api/office/donors/search', { body: { keyword }, signal }),
  );
  const [from, setFrom] = useState<DonorLine>();
  const mayTake = !isGuest && role === 'donor';
  const others = found.value?.filter((one) => one.id !== id).slice(0, shownFound);
  return (
    <Panel title="同じ方の記録">
      {doubles.value?.length === 0 && (
        <p className="text-ink-2">同じメール・電話・ふりがなの記録は、ほかにありません。</p>
      )}
      <Lines lines={doubles.value ?? []} onMerge={mayTake ? setFrom : undefined} />
      {mayTake && (
        <div className="mt-3 border-t border-dashed border-line pt-3">
          <KeywordBox label="ほかの記録を探す" keyword={keyword} onSearch={setKeyword} />
          {others?.length === 0 && <p className="mt-2 text-sm text-ink-2">見つかりません。</p>}
          <Lines lines={others ?? []} onMerge={setFrom} />
        </div>
      )}
      {isGuest && (
        <p className="mt-2 text-sm text-ink-2">統合は、会員の記録のページから行えます。</p>
      )}
      <Merges donor={donor} onChanged={onChanged} />
      <MergeDialog
        into={id}
        from={from}
        onClose={() => setFrom(undefined)}
        onDone={() => {
          setFrom(undefined);
          setKeyword('');
          doubles.reload();
          onChanged();
        }}
      />
    </Panel>
  );
}

function Lines({
  lines,
  onMerge,
}: {
  lines: readonly DonorLine[];
  onMerge: ((line: DonorLine) => void) | undefined;
}) {
  return (
    <ul className="divide-y divide-dashed divide-line">
      {lines.map((line) => (
        <li key={line.id} className="py-2.5">
          <p className="flex flex-wrap justify-between gap-x-3">
            <Link to={donorPath(line)} className="font-bold text-coral-dark underline">
              {line.name || line.email}
            </Link>
            <span className="text-sm text-ink-2">{line.isGuest ? 'ゲスト' : '会員'}</span>
          </p>
          <p className="text-sm break-all text-ink-2">{line.email}</p>
          {onMerge && (
            <Button
              variant="outline"
              size="small"
              className="mt-1.5"
              aria-label={`${line.name || line.email}の記録をこの方に統合する`}
              onClick={() => onMerge(line)}
            >
              この方に統合する
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The merges of a record, with buttons to undo them. */
function Merges({ donor: { merges }, onChanged }: { donor: Donor; onChanged: () => void }) {
  const [undoing, setUndoing] = useState<string>();
  if (merges.length === 0) return null;
  return (
    <div className="mt-3 border-t border-dashed border-line pt-3">
      <h3 className="font-sans text-base font-bold">統合の記録</h3>
      <ul>
        {merges.map(({ id, other, isInto, mergedAt, undoneAt }) => (
          <li key={id} className="py-2">
            <p>
              <Link to={donorPath(other)} className="text-coral-dark underline">
                {isInto ? '別の記録をここに統合' : '別の記録に統合'}
              </Link>
              {undoneAt && '（元に戻しました）'}
            </p>
            <p className="text-sm text-ink-2 tabular-nums">
              {formatDateTime(undoneAt ?? mergedAt)}
            </p>
            {!undoneAt && (
              <Button variant="quiet" size="small" onClick={() => setUndoing(id)}>
                統合を元に戻す
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ReasonDialog
        isOpen={undoing !== undefined}
        title="統合を元に戻しますか？"
        action="元に戻す"
        send={(body) => api<Unmerged>(`/api/office/donor-merges/${undoing}/undo`, { body })}
        onClose={() => setUndoing(undefined)}
        onDone={(result) => {
          setUndoing(undefined);
          notify(result as Unmerged);
          onChanged();
        }}
      >
        <p>
          統合で移した記録を、もとの記録に戻し、もとのアカウントのロックを解除します。統合のあとに#mypledgeや受領証明書が作られたお申し込みは、こちらに残ります。
        </p>
      </ReasonDialog>
    </div>
  );
}

function notify({ left }: Unmerged): void {
  if (left.length === 0) showToast('統合を元に戻しました。');
  else
    void showMessage({
      title: '戻せないお申し込みがあります',
      message: `次のお申し込みは、こちらの記録に残っています：${left.join('、')}`,
    });
}
