import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import {
  leftOutLabels,
  type RunBeginning,
  type RunPreview,
  type RunRequest,
} from '#giving/receipt-runs/receipt-run.ts';
import { send } from '#kit/client/send.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { jstDay } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';

const numberForm = /TS-[0-9A-Z]{4}-[0-9A-Z]{4}/g;
const offeredYears = 7;

/** Previews a run before it can be started. */
export function RunForm() {
  const navigate = useNavigate();
  const last = Number(jstDay(new Date()).slice(0, 4)) - 1;
  const [year, setYear] = useState(last);
  const [replacesSingles, setReplaces] = useState(false);
  const [byPost, setByPost] = useState('');
  const [shown, setShown] = useState<{ request: RunRequest; preview: RunPreview }>();
  const previewing = useSubmission(
    async (request: RunRequest) => ({
      request,
      preview: await send('POST /api/office/receipt-runs/preview', { body: request }),
    }),
    { onDone: setShown },
  );
  const beginning = useSubmission(
    (body: RunBeginning) => send('POST /api/office/receipt-runs', { body }),
    { onDone: ({ id }) => navigate(`/admin/receipt-runs/${id}`) },
  );
  /** The preview is of an earlier choice. */
  const changing =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value);
      setShown(undefined);
    };
  const request = { year, replacesSingles, byPost: byPost.toUpperCase().match(numberForm) ?? [] };
  return (
    <div className="grid max-w-narrow gap-4">
      <p className="text-sm text-ink-2">
        お申し込みのときに受領証明書を希望された方へ、その年に団体へ届いた寄付の証明書を、団体ごとに1通発行します。会員の方にはメールでお知らせし、登録のない方・メールの届かない方の分は、宛名つきの印刷用PDFにまとめます。
      </p>
      <label className="block max-w-60 text-sm font-bold">
        寄付が届いた年
        <select
          className="control mt-1 block w-full"
          value={year}
          onChange={(event) => changing(setYear)(Number(event.currentTarget.value))}
        >
          {Array.from({ length: offeredYears }, (_, index) => last - index).map((one) => (
            <option key={one} value={one}>
              {one}年
            </option>
          ))}
        </select>
      </label>
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          className="size-6 shrink-0 accent-coral"
          checked={replacesSingles}
          onChange={(event) => changing(setReplaces)(event.currentTarget.checked)}
        />
        1件ずつの証明書を発行済みの方も、1年分にまとめて差し替える
      </label>
      <label className="block text-sm font-bold">
        郵送を希望された方の申込番号（任意）
        <textarea
          className="control mt-1 block w-full"
          rows={2}
          placeholder="TS-0000-0000 TS-0000-0001"
          value={byPost}
          onChange={(event) => changing(setByPost)(event.currentTarget.value)}
        />
      </label>
      <p>
        <Button
          variant="outline"
          isBusy={previewing.isPending}
          onClick={() => previewing.send(request)}
        >
          内容を確かめる
        </Button>
      </p>
      <SubmitError message={previewing.message} />
      {shown && (
        <Preview preview={shown.preview}>
          <Button
            isBusy={beginning.isPending}
            onClick={() =>
              beginning.send({ ...shown.request, readyCount: shown.preview.readyCount })
            }
          >
            {formatYen(shown.preview.readyCount)}通を発行する
          </Button>
          <SubmitError message={beginning.message} />
        </Preview>
      )}
    </div>
  );
}

function Preview({ preview, children }: { preview: RunPreview; children: ReactNode }) {
  const { readyCount, readyYen, mailCount, postCount, leftOut, named } = preview;
  return (
    <section aria-label="発行の内容" className="grid gap-4 rounded-card bg-sand p-4">
      <Facts>
        <Fact label="発行する証明書">
          <b className="tabular-nums">
            {formatYen(readyCount)}通　{formatYen(readyYen)}円
          </b>
        </Fact>
        <Fact label="お届け">
          メール {formatYen(mailCount)}通、郵送 {formatYen(postCount)}通
        </Fact>
        {leftOut.map(({ reason, count }) => (
          <Fact key={reason} label="発行しない">
            {formatYen(count)}件　{leftOutLabels[reason]}
          </Fact>
        ))}
      </Facts>
      {named.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer font-bold">
            発行しない方（{named.length}件。はじめの100件まで）
          </summary>
          <ul className="mt-2 grid gap-1 text-sm">
            {named.map(({ appraisalId, associateName, reason }) => (
              <li key={appraisalId}>
                <Link
                  to={`/admin/applications/${appraisalId}`}
                  className="text-coral-dark tabular-nums underline"
                >
                  {appraisalId}
                </Link>
                <span className="ml-2">
                  {associateName}：{leftOutLabels[reason]}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {readyCount > 0 ? (
        <div className="grid justify-items-start gap-2">{children}</div>
      ) : (
        <p>発行できる証明書はありません。</p>
      )}
    </section>
  );
}
