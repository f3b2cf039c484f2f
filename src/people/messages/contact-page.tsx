import { services } from '#kit/pages/context.ts';
import { Lazy, lazyPart } from '#kit/pages/lazy-part.tsx';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { unlessSameUrl } from '#kit/pages/revalidation.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { FactList } from '#kit/ui/fact-list.tsx';
import { SampleFacts } from '#people/legal/sample-facts.tsx';
import type { Route } from './+types/contact-page.ts';

export const handle = { breadcrumb: 'お問い合わせ' };

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'お問い合わせ',
    description:
      '箱のお申し込み、寄付できるもの、査定の結果、受領証明書のことなど、「たすき」へのご質問やご相談を受け付けています。',
  });

const ContactForm = lazyPart(() => import('./contact-form.tsx').then((part) => part.ContactForm));

export const shouldRevalidate = unlessSameUrl;

export async function loader({ context }: Route.LoaderArgs) {
  const { phone, phoneHours, isSample } = await context.get(services).facts.current();
  return { phone, phoneHours, isSample };
}

/** A form for a message to the operator, below frequent questions. */
export default function Contact({ loaderData }: Route.ComponentProps) {
  return (
    <div className="page-container pt-8 pb-16">
      <div className="mx-auto max-w-narrow">
        <h1>お問い合わせ</h1>
        <p className="mt-3 [word-break:auto-phrase]">
          気になることを、どうぞお気軽にお尋ねください。3営業日以内を目安に、メールでお返事します。
        </p>
        <nav aria-label="お問い合わせの前に" className="mt-5 mb-8 flex flex-wrap gap-2.5">
          <ButtonLink to="/faq" variant="outline" size="small">
            よくあるご質問
          </ButtonLink>
          <ButtonLink to="/cancel" variant="outline" size="small">
            箱のキャンセル
          </ButtonLink>
          <ButtonLink to="/listing" variant="outline" size="small">
            団体掲載のご案内
          </ButtonLink>
        </nav>
        <Lazy>
          <ContactForm />
        </Lazy>
        {loaderData.phone !== '' && <ByPhone {...loaderData} />}
      </div>
    </div>
  );
}

function ByPhone({ phone, phoneHours, isSample }: Route.ComponentProps['loaderData']) {
  return (
    <>
      <h2 className="mt-14 mb-4">お電話でも承ります</h2>
      <SampleFacts isSample={isSample} />
      <FactList
        facts={[
          ['電話番号', phone],
          ['受付の時間', phoneHours],
        ]}
      />
    </>
  );
}
