import { services } from '#kit/pages/context.ts';
import { GuideHead } from '#kit/pages/guide-head.tsx';
import { GuideLinks } from '#kit/pages/guide-links.tsx';
import { GuideSection } from '#kit/pages/guide-section.tsx';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { unlessSameUrl } from '#kit/pages/revalidation.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { ChipLink } from '#kit/ui/chip.tsx';
import { Disclosure } from '#kit/ui/disclosure.tsx';
import { RichText } from '#kit/ui/text/rich-text.tsx';
import type { Route } from './+types/faq-page.ts';

export const handle = { breadcrumb: 'よくあるご質問' };

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'よくあるご質問',
    description:
      '費用や手数料、値段がつかなかったお品物の行き先、箱の配送、キャンセル、本人確認、受領証明書など、よくいただくご質問にお答えします。',
  });

export const shouldRevalidate = unlessSameUrl;

export async function loader({ context }: Route.LoaderArgs) {
  return { questionGroups: await context.get(services).siteContent.questionsNow() };
}

export default function Faq({ loaderData: { questionGroups } }: Route.ComponentProps) {
  return (
    <>
      <GuideHead
        title="よくあるご質問"
        lead="気になることを、包み隠さずお答えします。"
        pictures={['speech-balloon', 'package', 'envelope']}
        tint="sky"
      />
      <nav aria-label="質問の種類" className="page-container pt-8">
        <ul className="flex flex-wrap gap-2">
          {questionGroups.map(({ id, title }) => (
            <li key={id}>
              <ChipLink to={`#${id}`}>{title.replace(/のこと$/, '')}</ChipLink>
            </li>
          ))}
        </ul>
      </nav>
      {questionGroups.map(({ id, title, questions }) => (
        <GuideSection key={id} id={id} title={title}>
          <div className="grid gap-3">
            {questions.map(({ id: questionId, question, answer }) => (
              <Disclosure key={questionId} summary={question}>
                {/* The id is inside the `<details>`, so that a link to it opens the answer. */}
                <div id={questionId} className="max-w-narrow scroll-mt-20">
                  <RichText blocks={answer} />
                </div>
              </Disclosure>
            ))}
          </div>
        </GuideSection>
      ))}
      <GuideSection title="見つからないときは">
        <p className="max-w-narrow">
          どんなに小さなことでも、お気軽にお尋ねください。お申し込みについてのお問い合わせには、申込番号を添えていただけると、早くお答えできます。
        </p>
        <p className="mt-5">
          <ButtonLink to="/contact" variant="outline">
            お問い合わせ
          </ButtonLink>
        </p>
      </GuideSection>
      <GuideLinks
        to={['/about-service', '/about-service/application-flow', '/about-service/donatable']}
      />
    </>
  );
}
