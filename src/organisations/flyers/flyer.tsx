import type { CSSProperties, ReactNode } from 'react';
import { Picture, type PictureName } from '#kit/ui/pictures/picture.tsx';
import { shownDate } from '#kit/values/text/shown-date.ts';
import { formatYen } from '#kit/values/yen.ts';
import { arrivalWords } from '#money/ledger/arrival-words.ts';
import type { AssociateDetail, AssociateVision } from '#organisations/associates/associate.ts';
import { classifications } from '#organisations/associates/classification.ts';
import { socialChallenges } from '#organisations/challenges/social-challenge.ts';
import { fitFlyer } from './flyer-fit.ts';

const steps: { picture: PictureName; text: string }[] = [
  { picture: 'mobile-phone', text: 'スマートフォンで申し込む' },
  { picture: 'package', text: '届いた箱に詰めて送る' },
  { picture: 'magnifying-glass-tilted-left', text: '一点ずつ査定します' },
  { picture: 'red-heart', text: '査定額が寄付額に' },
];

/** The text of a flyer: the organisation, its aims, and how to give. `code` is the QR code of its page. */
export function Flyer({
  associate,
  vision,
  address,
  asOf,
  code,
}: {
  associate: AssociateDetail;
  vision: AssociateVision | null;
  address: string;
  /** Date of the agreement, YYYY-MM-DD. */
  asOf: string;
  code: ReactNode;
}) {
  const { name, summary, classification, locations, isDeductible, certification } = associate;
  const { scale, hasLongName, isBodyCut } = fitFlyer(associate, vision);
  return (
    <div
      className="flex h-full flex-col leading-[1.6] [overflow-wrap:anywhere]"
      style={{ '--fit': scale } as CSSProperties}
    >
      <div className="flex items-start justify-between gap-[6mm]">
        <p className="text-[calc(11.5pt*var(--fit))] text-ink-2">
          {classifications[classification].label}・{locations.join('、')}
        </p>
        {isDeductible && (
          <p className="-my-[0.8mm] shrink-0 rounded-full bg-leaf px-[4mm] py-[0.8mm] text-[calc(11pt*var(--fit))] font-bold text-white">
            寄付金控除の対象
          </p>
        )}
      </div>
      <h1
        className={`mt-[1mm] font-sans leading-[1.3] ${hasLongName ? 'text-[calc(21pt*var(--fit))]' : 'text-[calc(29pt*var(--fit))]'}`}
      >
        {name}
      </h1>
      <p className="mt-[2mm] text-[calc(14.5pt*var(--fit))]">{summary}</p>
      <ul className="mt-[2.5mm] flex flex-wrap gap-[2mm]">
        {associate.socialChallenges.map((id) => (
          <li
            key={id}
            className="flex items-center gap-[1.5mm] rounded-full bg-sand px-[3mm] py-[0.6mm] text-[calc(11pt*var(--fit))]"
          >
            <Picture name={socialChallenges[id].emblem} className="size-[4.5mm]" />
            {socialChallenges[id].label}
          </li>
        ))}
      </ul>
      <div className="stitch my-[4.5mm]" />
      <div className="grow">
        {vision ? (
          <VisionSection vision={vision} isBodyCut={isBodyCut} />
        ) : (
          <p className={`text-[calc(12.5pt*var(--fit))] ${isBodyCut ? 'line-clamp-6' : ''}`}>
            {associate.description}
          </p>
        )}
      </div>
      <div className="grid grid-cols-[1fr_auto] items-end gap-[6mm] pt-[3mm]">
        <div>
          <Facts associate={associate} />
          <p className="mt-[3mm] text-[10pt] leading-[1.4]">
            {arrivalWords(associate.terms)}
            <span className="text-[8.5pt] text-ink-2">（{shownDate(asOf)}の取り決め）</span>
          </p>
          <ol className="mt-[3mm] grid grid-cols-4 gap-[2mm]">
            {steps.map(({ picture, text }, index) => (
              <li key={text} className="text-center text-[9pt] leading-[1.4]">
                <Picture name={picture} className="mx-auto size-[11mm]" />
                <span className="mt-[1mm] block [word-break:auto-phrase]">
                  {index + 1}. {text}
                </span>
              </li>
            ))}
          </ol>
        </div>
        <div className="w-[52mm] text-center">
          <p className="mb-[1.5mm] rounded-full bg-coral py-[0.8mm] text-[10.5pt] font-bold text-white">
            お申し込みはこちら
          </p>
          {code}
        </div>
      </div>
      <p className="mt-[3mm] flex items-baseline justify-between gap-[6mm] border-t border-dashed border-input pt-[2mm] text-[9pt]">
        <span>{address}</span>
        <span className="text-ink-2">
          {isDeductible && certification && `認定番号 ${certification.number}　`}
          送る方の送料・査定料はかかりません
        </span>
      </p>
    </div>
  );
}

function VisionSection({
  vision: { title, body, useOfDonations },
  isBodyCut,
}: {
  vision: AssociateVision;
  isBodyCut: boolean;
}) {
  return (
    <>
      <h2 className="font-sans text-[calc(18pt*var(--fit))] leading-[1.4]">{title}</h2>
      <p className={`mt-[1.5mm] text-[calc(12pt*var(--fit))] ${isBodyCut ? 'line-clamp-6' : ''}`}>
        {body}
      </p>
      {useOfDonations !== '' && (
        <p className="mt-[3mm] rounded-xl bg-leaf-soft px-[4mm] py-[2.5mm] text-[calc(12pt*var(--fit))]">
          <b>ご寄付の使いみち</b>
          <span className="ml-[3mm]">{useOfDonations}</span>
        </p>
      )}
    </>
  );
}

function Facts({ associate }: { associate: AssociateDetail }) {
  const { foundedYear, representative, address, stat } = associate;
  const facts = [
    { label: '活動の開始', value: foundedYear === null ? '' : `${foundedYear}年` },
    { label: '代表者', value: representative },
    { label: '所在地', value: address },
    {
      label: 'これまでのご寄付',
      value: stat.totalCount > 0 ? `${formatYen(stat.totalCount)}件` : '',
    },
  ].filter(({ value }) => value !== '');
  return (
    <dl className="flex flex-wrap gap-x-[6mm] gap-y-[1.5mm] text-[calc(10.5pt*var(--fit))] leading-[1.4]">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt className="text-[calc(8.5pt*var(--fit))] text-ink-2">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
