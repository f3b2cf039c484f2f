import type { AdminPledge, AdminPledgeState } from '#giving/pledges/admin-pledge-report.ts';
import { imageAt } from '#kit/images/shown-image.ts';
import { ScrollBox } from '#kit/lists/scroll-box.tsx';
import { Chip, type ChipTone } from '#kit/ui/chip.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';

const states: Record<AdminPledgeState, { label: string; tone: ChipTone }> = {
  published: { label: '公開中', tone: 'leaf' },
  hidden: { label: '本人が非公開', tone: 'plain' },
  draft: { label: '本人の下書き', tone: 'plain' },
  removed: { label: '本人が削除', tone: 'plain' },
};

/** Whether a pledge is withheld, and the state that its author chose; while withheld it is not public. */
export function PledgeStateChips({ pledge }: { pledge: AdminPledge }) {
  const { state, isWithheld } = pledge;
  return (
    <span className="inline-flex flex-wrap gap-1">
      {isWithheld && <Chip tone="error">公開を停止中</Chip>}
      {!(isWithheld && state === 'published') && (
        <Chip tone={states[state].tone}>{states[state].label}</Chip>
      )}
    </span>
  );
}

/** What the operator should know about a pledge that is not public. */
function noteOn({ state, isWithheld }: AdminPledge): string | undefined {
  if (state === 'published') return undefined;
  if (state === 'removed') {
    return isWithheld
      ? '本文と写真は本人が削除しました。停止を解くまで、この寄付の#mypledgeは新しく書けません。'
      : '本文と写真は本人が削除しました。';
  }
  return isWithheld
    ? '停止を解いても公開はされません。本人が公開を選べるようになります。'
    : 'いまは本人だけが見られます。公開を止めると、本人が公開することもできなくなります。';
}

/** The reported pledge in its current state. */
export function ReportedPledge({ pledge }: { pledge: AdminPledge }) {
  const { id, state, isWithheld, author, donation, text, items, withheldReason } = pledge;
  const note = noteOn(pledge);
  return (
    <div className="grid gap-3">
      <Facts>
        <Fact label="#mypledge">
          <PledgeStateChips pledge={pledge} />
          {state === 'published' && !isWithheld && (
            <a
              href={`/my-pledge/${id}`}
              target="_blank"
              rel="noopener noreferrer"
              className="ml-3 inline-block text-coral-dark underline"
            >
              公開ページを開く
            </a>
          )}
          {note && <p className="mt-1 text-sm text-ink-2">{note}</p>}
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
              <img
                src={imageAt(image, Math.min(...widths))}
                width={width}
                height={height}
                alt={name || 'お品物の写真'}
                className="aspect-square w-full rounded-lg bg-sand object-cover"
              />
              <p className="mt-1 wrap-anywhere">{[name, comment].filter(Boolean).join('：')}</p>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
