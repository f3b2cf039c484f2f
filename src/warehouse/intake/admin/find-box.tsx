import { useState } from 'react';
import type { AdminApplication } from '#giving/applications/admin-application.ts';
import { applicationStateFacts } from '#giving/applications/application-state.ts';
import { api } from '#kit/client/api.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { KeywordBox } from '#kit/lists/keyword/keyword-box.tsx';
import { Button } from '#kit/ui/button.tsx';
import { formatPhone } from '#kit/values/phone.ts';
import { formatDate } from '#kit/values/timestamp.ts';

const shownFound = 8;

/** Finds the application of a box without a number by its sender. */
export function FindBox({ onScan }: { onScan: (code: string) => void }) {
  const [keyword, setKeyword] = useState('');
  const found = useQuery<AdminApplication[]>(
    keyword.trim() === '' ? undefined : `boxes by ${keyword}`,
    (signal) => api('/api/office/applications/search', { body: { keyword }, signal }),
  );
  const shown = found.value?.slice(0, shownFound);
  return (
    <div className="grid gap-2">
      <KeywordBox label="名前・かな・電話・住所で探す" keyword={keyword} onSearch={setKeyword} />
      {found.problem && <p role="alert">{found.problem.message}</p>}
      {shown?.length === 0 && (
        <p role="status" className="text-sm text-ink-2">
          当てはまるお申し込みがありません。保留の棚に置いてください。
        </p>
      )}
      <ul className="divide-y divide-dashed divide-line">
        {shown?.map((one) => (
          <li
            key={one.appraisalId}
            className="flex flex-wrap items-center justify-between gap-2 py-2"
          >
            <span className="min-w-0">
              <b className="wrap-anywhere">{one.name}</b>
              <span className="ml-2 text-sm text-ink-2">
                {applicationStateFacts[one.state].admin}
              </span>
              <span className="block text-sm text-ink-2 tabular-nums">
                {`${one.appraisalId}　${one.boxes}箱　${formatDate(one.createdAt)}　${formatPhone(one.tel)}`}
              </span>
            </span>
            <Button
              variant="outline"
              size="small"
              onClick={() => {
                onScan(one.appraisalId);
                setKeyword('');
              }}
            >
              この箱を受け付ける<span className="sr-only">：{one.appraisalId}</span>
            </Button>
          </li>
        ))}
      </ul>
      {found.value && found.value.length > shownFound && (
        <p role="status" className="text-sm text-ink-2">
          {`新しい${shownFound}件だけを表示しています。電話番号や住所を足すと、絞り込めます。`}
        </p>
      )}
    </div>
  );
}
