import { useState } from 'react';
import { formatDate } from '#kit/values/timestamp.ts';
import type { SellerReview } from '#warehouse/identity-checks/seller-facts.ts';

/** The applicant's data to check against the papers, split into what matches and what differs. */
export function ComparedFacts({ review: { applicant, formerAddress } }: { review: SellerReview }) {
  const { name, kana, zipcode, address, birth, occupation } = applicant;
  const facts = [
    ['お名前', name],
    ['ふりがな', kana],
    ['ご住所', `〒${zipcode} ${address}`],
    ['生年月日', birth && formatDate(birth)],
    ['ご職業', occupation],
  ] as const;
  const [verdicts, setVerdicts] = useState<Partial<Record<string, 'same' | 'differs'>>>({});
  const different = facts.filter(([label]) => verdicts[label] === 'differs');
  const same = facts.filter(([label]) => verdicts[label] === 'same');
  return (
    <>
      <p className="mb-2 text-sm text-ink-2">
        書類と見比べて、ひとつずつ印をつけてください。印はこの画面だけのもので、保存されません。
      </p>
      <ul className="divide-y divide-dashed divide-line border-y border-dashed border-line">
        {facts.map(([label, value]) => (
          <li key={label} className="grid gap-1 py-2 narrow:grid-cols-[1fr_auto] narrow:gap-4">
            <div className="min-w-0">
              <span className="text-sm text-ink-2">{label}</span>
              <p className="text-lg font-bold wrap-anywhere">{value || '（なし）'}</p>
              {label === 'ご住所' && formerAddress !== '' && (
                <p className="text-sm font-bold wrap-anywhere text-error">
                  郵便の発送のあとに、ご住所が変わっています（郵便の宛先：{formerAddress}
                  ）。いまのご住所へ、もう一度郵便をお送りください。
                </p>
              )}
            </div>
            <fieldset className="flex items-center gap-4">
              <legend className="sr-only">{label}は書類と</legend>
              {(['same', 'differs'] as const).map((verdict) => (
                <label key={verdict} className="flex min-h-11 cursor-pointer items-center gap-1.5">
                  <input
                    type="radio"
                    name={label}
                    className="size-5 accent-coral"
                    checked={verdicts[label] === verdict}
                    onChange={() => setVerdicts({ ...verdicts, [label]: verdict })}
                  />
                  {verdict === 'same' ? '同じ' : '違う'}
                </label>
              ))}
            </fieldset>
          </li>
        ))}
      </ul>
      <p role="status" className="mt-3 font-bold">
        {different.length > 0
          ? `違う項目：${different.map(([label]) => label).join('、')}。書類を差し戻すか、お申し込みの内容を直してください。`
          : same.length === facts.length
            ? 'すべて書類と同じです。'
            : `${facts.length - same.length}項目が残っています。`}
      </p>
    </>
  );
}
