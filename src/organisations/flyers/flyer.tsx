import type { CSSProperties, ReactNode } from 'react';
import { Picture, type PictureName } from '#kit/ui/pictures/picture.tsx';
import { shownDate } from '#kit/values/text/shown-date.ts';
import { formatYen } from '#kit/values/yen.ts';
import { arrivalWords } from '#money/ledger/arrival-words.ts';
import type { AssociateDetail, AssociateVision } from '#organisations/associates/associate.ts';
import { classifications } from '#organisations/associates/classification.ts';
import { socialChallenges } from '#organisations/challenges/social-challenge.ts';

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

// All in points. The sheet is A4 landscape with a cover of 88 mm; this is the room beside it.
const room = { width: 535, height: 538 };
const besideCode = 370;

/** Smallest scale of a flyer's text; at this scale, long texts about the vision are cut. */
const least = 0.64;
const scales = [1, 0.94, 0.88, 0.82, 0.76, 0.7, least];

/**
 * How a flyer's texts fit on its sheet: the scale of all text, whether the name needs smaller type, and whether the
 * vision is cut.
 */
type FlyerFit = { scale: number; hasLongName: boolean; isBodyCut: boolean };

/** Width of a text, in full-width characters. */
const widthOf = (text: string) =>
  [...text].reduce((sum, letter) => sum + (letter > '~' && !/[｡-ﾟ]/.test(letter) ? 1 : 0.62), 0);

/** Lines of a text; no line is quite full. */
const linesOf = (text: string, size: number, width: number) =>
  Math.max(1, Math.ceil((widthOf(text) * size) / (width * 0.95)));

const paragraph = (text: string, size: number, spacing = 1.6, width = room.width) =>
  linesOf(text, size, width) * size * spacing;

/**
 * Chooses the text size so that a flyer fits on its sheet, by estimating its height, since it is printed as the
 * server rendered it. test/e2e/public/flyer.spec.ts checks the result.
 */
function fitFlyer(associate: AssociateDetail, vision: AssociateVision | null): FlyerFit {
  const hasLongName = linesOf(associate.name, 29, room.width) > 2;
  const scale = scales.find((one) => heightAt(associate, vision, hasLongName, one) <= room.height);
  return { scale: scale ?? least, hasLongName, isBodyCut: scale === undefined };
}

function heightAt(
  { name, summary, description, socialChallenges: ids, ...facts }: AssociateDetail,
  vision: AssociateVision | null,
  hasLongName: boolean,
  scale: number,
): number {
  const size = (points: number) => points * scale;
  const chips = ids.reduce(
    (sum, id) => sum + widthOf(socialChallenges[id].label) * size(11) + 40,
    0,
  );
  const about = vision
    ? paragraph(vision.title, size(18), 1.4) +
      paragraph(vision.body, size(12)) +
      (vision.useOfDonations === ''
        ? 4
        : 27 + paragraph(`ご寄付の使いみち　${vision.useOfDonations}`, size(12), 1.6, 500))
    : paragraph(description, size(12.5));
  const long = [facts.representative, facts.address];
  const factRows = long.reduce(
    (sum, text) => sum + (widthOf(text) * size(10.5) > besideCode / 2 ? 1 : 0),
    1,
  );
  const factLines = long.reduce(
    (sum, text) => sum + linesOf(text, size(10.5), besideCode) - 1,
    factRows,
  );
  /** Includes the line above them on the share that arrives. */
  const steps = 125;
  return (
    size(11.5) * 1.6 * (facts.locations.length > 4 ? 2 : 1) +
    paragraph(name, size(hasLongName ? 21 : 29), 1.3) +
    paragraph(summary, size(14.5)) +
    Math.ceil(chips / room.width) * (size(11) * 1.6 + 9) +
    about +
    Math.max(158, factRows * (size(8.5) * 1.4 + 4) + factLines * size(10.5) * 1.4 + steps) +
    // The gaps between the parts, and the footer.
    90
  );
}
