import { Picture, type PictureName } from '#kit/ui/pictures/picture.tsx';
import { costDayRule } from '#money/ledger/cost-words.ts';

const stages: readonly { picture: PictureName; label: string; note: string }[] = [
  { picture: 'coat', label: 'お品物', note: 'あなたから' },
  { picture: 'magnifying-glass-tilted-left', label: '査定額', note: '一点ずつ決めます' },
  { picture: 'red-heart', label: '寄付額', note: '査定額と、加算額' },
  { picture: 'receipt', label: '団体が負担する費用', note: '取り決めによります' },
  { picture: 'seedling', label: '団体に届く額', note: '送金してお知らせ' },
];

/** The steps from goods to the organisation's account, with the statement about costs. */
export function MoneyFlow({ ofAssociates, ofFunds }: { ofAssociates: string; ofFunds: string }) {
  return (
    <div className="rounded-card border border-line bg-paper p-5 narrow:p-8">
      <ol className="grid grid-cols-1 gap-5 narrow:grid-cols-5 narrow:gap-0">
        {stages.map(({ picture, label, note }, index) => (
          <li
            key={label}
            className="relative grid grid-cols-[72px_1fr] items-center gap-x-4 narrow:block narrow:text-center"
          >
            {index > 0 && (
              <>
                <span
                  className="stitch absolute top-[38px] right-[calc(50%+46px)] left-[calc(-50%+46px)] max-narrow:hidden"
                  aria-hidden="true"
                />
                <span
                  className="stitch-down absolute bottom-full left-[34.5px] h-5 narrow:hidden"
                  aria-hidden="true"
                />
              </>
            )}
            <span className="mx-auto grid size-18 place-items-center rounded-full bg-coral-soft narrow:size-20">
              <Picture name={picture} className="size-9" />
            </span>
            <span className="leading-snug [word-break:auto-phrase] narrow:mt-2 narrow:block narrow:px-1">
              <b className="block text-lg narrow:text-base desktop:text-lg">{label}</b>
              <span className="text-sm text-ink-2">{note}</span>
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-6 flex items-start gap-3 border-t border-dashed border-line pt-5">
        <Picture name="abacus" className="size-8" />
        <span>
          {ofAssociates}
          {ofFunds}
          {costDayRule}
          運営者は、この費用と、お品物が売れた金額と査定額との差を受け取り、送料や査定、サイトの運営などに充てます。
        </span>
      </p>
    </div>
  );
}
