import { pageMeta } from '#app/page-meta.ts';
import { textDays } from '#domain/legal/text-days.ts';
import type { Route } from './+types/terms-page.ts';
import { InForce, LegalText } from './legal-text.tsx';
import { termsOfGiving } from './terms-of-giving.tsx';
import { termsOfPersons, termsOfUse } from './terms-of-use.tsx';

export const handle = { breadcrumb: '利用規約' };

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: '利用規約',
    description:
      '「たすき」のご利用にあたっての約束です。お品物の所有権、査定の承諾、取り消し、寄付金額の計算、受領証明書などを定めています。',
  });

const articles = [...termsOfPersons, ...termsOfGiving, ...termsOfUse];

export default function Terms() {
  return (
    <div className="page-container pt-8 pb-16">
      <div className="mx-auto max-w-narrow">
        <h1>利用規約</h1>
        <p className="mt-3">
          安心してご利用いただくための、お客さまと運営者との約束です。大切なことなので、できるだけふだんの言葉で書きました。
        </p>
        <LegalText articles={articles} />
        <InForce {...textDays.terms} />
      </div>
    </div>
  );
}
