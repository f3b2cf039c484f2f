import { Picture, type PictureName } from '#kit/ui/pictures/picture.tsx';

const steps: { picture: PictureName; title: string; text: string }[] = [
  { picture: 'mobile-phone', title: '申し込む', text: '寄付先と、箱の届く日時を選びます' },
  { picture: 'package', title: '詰めて送る', text: '届いた箱に詰め、着払いで集荷を頼みます' },
  {
    picture: 'magnifying-glass-tilted-left',
    title: '査定',
    text: '一点ずつ拝見し、結果をお知らせします',
  },
  { picture: 'red-heart', title: '寄付が届く', text: '団体へ送金し、届いた日をお知らせします' },
];

/** The four steps of a donation, joined by one line. */
export function HowItWorks() {
  return (
    <section id="how-it-works" className="page-container pt-10 narrow:pt-16">
      <h2>箱が届いて、寄付になるまで</h2>
      <p className="mt-1 mb-5 text-ink-2 narrow:mb-8">
        お申し込みから寄付まで、いまどこにあるかをいつでも見られます。
      </p>
      <ol className="grid grid-cols-1 gap-3 narrow:grid-cols-4 narrow:gap-0">
        {steps.map(({ picture, title, text }, index) => (
          <li
            key={title}
            className="relative grid grid-cols-[80px_1fr] items-center gap-x-4 narrow:block narrow:px-2 narrow:text-center"
          >
            {index > 0 && (
              <span
                className="stitch absolute top-[54px] right-[calc(50%+56px)] left-[calc(-50%+56px)] hidden narrow:block"
                aria-hidden="true"
              />
            )}
            <span className="relative row-span-2 mx-auto grid size-20 place-items-center rounded-full border border-line bg-paper narrow:size-28">
              <Picture name={picture} className="size-12" />
              <span
                className="figures absolute top-0 left-0 grid size-8 place-items-center rounded-full bg-coral text-white"
                aria-hidden="true"
              >
                {index + 1}
              </span>
            </span>
            <h3 className="self-end text-lg narrow:mt-3">{title}</h3>
            <p className="self-start text-sm text-ink-2 [word-break:auto-phrase] narrow:[text-wrap:balance]">
              {text}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
