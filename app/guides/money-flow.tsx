import { Picture, type PictureName } from '#app/ui/pictures/picture.tsx';

const stages: readonly { picture: PictureName; label: string; note: string }[] = [
  { picture: 'coat', label: 'お品物', note: 'あなたから' },
  { picture: 'magnifying-glass-tilted-left', label: '査定額', note: '一点ずつ決めます' },
  { picture: 'red-heart', label: '寄付金額', note: '査定額の全額' },
  { picture: 'seedling', label: '団体・基金', note: '送金してお知らせ' },
];

/** How goods become money and where the money goes, as one line of steps. */
export function MoneyFlow() {
  return (
    <div className="rounded-card border border-line bg-paper p-5 narrow:p-8">
      <ol className="grid grid-cols-1 gap-5 narrow:grid-cols-4 narrow:gap-0">
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
            <span className="leading-snug narrow:mt-2 narrow:block">
              <b className="block text-lg">{label}</b>
              <span className="text-sm text-ink-2">{note}</span>
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-6 flex items-start gap-3 border-t border-dashed border-line pt-5">
        <Picture name="abacus" className="size-8" />
        <span>
          運営者が受け取るのは、お品物が実際に売れた金額と査定額との差です。送料や査定、サイトの運営などの費用をここから払います。団体や基金へお届けするときに差し引く費用があるときは、お申し込みの画面に、その割合と額をお示しします。
        </span>
      </p>
    </div>
  );
}
