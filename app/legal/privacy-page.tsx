import { services } from '#app/context.ts';
import { SampleFacts } from '#app/legal/sample-facts.tsx';
import { pageMeta } from '#app/page-meta.ts';
import { unlessSameUrl } from '#app/revalidation.ts';
import { textDays } from '#domain/legal/text-days.ts';
import { publicFacts } from '#domain/service-facts/service-facts.ts';
import type { Route } from './+types/privacy-page.ts';
import { InForce, LegalText } from './legal-text.tsx';
import { privacyPolicy } from './privacy-policy.tsx';

export const handle = { breadcrumb: 'プライバシーポリシー' };

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'プライバシーポリシー',
    description:
      '「たすき」がお預かりする個人情報と、その目的、提供する先、安全のための措置、開示や削除を求める方法、Cookieと外部送信についてお伝えします。',
  });

export const shouldRevalidate = unlessSameUrl;

export async function loader({ context }: Route.LoaderArgs) {
  const { observing, facts } = context.get(services);
  const [recipients, current] = await Promise.all([observing.recipients(), facts.current()]);
  return { recipients, facts: publicFacts(current) };
}

export default function Privacy({ loaderData }: Route.ComponentProps) {
  return (
    <div className="page-container pt-8 pb-16">
      <div className="mx-auto max-w-narrow">
        <h1>プライバシーポリシー</h1>
        <p className="mt-3 mb-6">
          お名前もご住所も、お品物と同じように、大切にお預かりします。何のために、いつまで使い、どなたに渡すのかをお伝えします。
        </p>
        <SampleFacts isSample={loaderData.facts.isSample} />
        <LegalText articles={privacyPolicy(loaderData.recipients, loaderData.facts)} />
        <InForce {...textDays.privacyPolicy} />
      </div>
    </div>
  );
}
