import { Disclosure } from '#kit/ui/disclosure.tsx';

const questionsWith = (claim: string) => [
  {
    question: 'お金はかかりますか？',
    answer: `お送りいただく方に、箱のお届け、着払いでの集荷、査定の費用はかかりません。寄付額は、査定額と同じです（運営者が加算するときは、その分だけ増えます）。${claim}`,
  },
  {
    question: 'どんなものを送れますか？',
    answer:
      '洗濯済みの衣類、バッグ、靴、アクセサリー、時計、貴金属などです。ブランドの有無は問いません。下着や、ひどい汚れ・破れのあるものはお受けできません。',
  },
  {
    question: '値段がつかなかったものはどうなりますか？',
    answer:
      '古着としての再利用や、布のリサイクルにまわします。お品物の明細があるときは、一点ごとの理由と行き先も、寄付の履歴でご覧いただけます。',
  },
  {
    question: '寄付金控除は受けられますか？',
    answer:
      '「控除対象」の印がある団体への寄付は、確定申告をすると税金が戻ることがあります。戻る額は収入やお住まいの地域によって変わります。',
  },
  {
    question: '申し込みを取り消せますか？',
    answer:
      '箱を発送するまでは、寄付の履歴またはメールのリンクから、いつでも取り消しや変更ができます。',
  },
];

/** Questions before the first box; `claim` states the share of gifts that arrives. */
export function Questions({ claim }: { claim: string }) {
  return (
    <section className="page-container pt-10 narrow:pt-16">
      <h2 className="mb-6">よくあるご質問</h2>
      <div className="grid gap-2">
        {questionsWith(claim).map(({ question, answer }) => (
          <Disclosure key={question} summary={question}>
            {answer}
          </Disclosure>
        ))}
      </div>
    </section>
  );
}
