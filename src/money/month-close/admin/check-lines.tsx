import { Chip, type ChipTone } from '#kit/ui/chip.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import {
  type CloseCheck,
  type CloseCheckState,
  closeCheckLabels,
  closeCheckStateLabels,
} from '#money/month-close/month-close.ts';

const tones: Record<CloseCheckState, ChipTone> = {
  ok: 'leaf',
  'to-explain': 'honey',
  'to-mend': 'error',
  told: 'sky',
};

/** The checks with their findings, and links to correct them. */
export const CheckLines = ({
  checks,
  hasLinks = false,
}: {
  checks: readonly CloseCheck[];
  hasLinks?: boolean;
}) => (
  <ul className="divide-y divide-dashed divide-line">
    {checks.map(({ key, state, message, path, items }) => (
      <li key={key} className="py-3">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-bold">
          <Chip tone={tones[state]}>{closeCheckStateLabels[state]}</Chip>
          {closeCheckLabels[key]}
        </p>
        <p className="mt-1 text-sm wrap-anywhere">{message}</p>
        {items.length > 0 && (
          <ul className="mt-1 list-disc pl-6 text-sm wrap-anywhere tabular-nums">
            {items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        )}
        {hasLinks && path !== '' && state !== 'ok' && (
          <Link
            to={path}
            className="mt-1 inline-block text-sm font-bold text-coral-dark underline underline-offset-4"
          >
            {closeCheckLabels[key]}を見る
          </Link>
        )}
      </li>
    ))}
  </ul>
);
