import { expect, test } from 'vitest';
import { CostNote } from '#giving/applications/form/application-form.tsx';
import { emptyApplication } from '#giving/applications/form/application-values.ts';
import { ConfirmStep } from '#giving/applications/form/confirm-step.tsx';
import { FundFigures } from '#money/funds/fund-figures.tsx';
import { claimOfAll, claimOfFunds } from '#money/ledger/cost-claims.ts';
import { builtInQuestions } from '#site/content/delivered-questions.ts';
import { MoneyFlow } from '#site/guides/about-service-page.tsx';
import { MoneyExample } from '#site/guides/money-example.tsx';
import { GiftStrip, type ShownGift } from '#site/top/gift-strip.tsx';
import { Questions } from '#site/top/questions.tsx';
import { untrueIn, worlds } from '#test/claims/claims.ts';
import { untouchedFields } from '#test/factories/form-fields.ts';
import { deliveredOffer } from '#test/factories/offer.ts';
import { linesOf } from '#test/rendered.ts';

const values = {
  ...emptyApplication,
  application: { ...emptyApplication.application, birth: '1980-01-02' },
};

test.each(worlds)('under %s each part of a page that speaks of costs is true', (_, terms) => {
  const ofAssociates = claimOfAll([{ ...terms, count: 72 }]);
  const ofFunds = claimOfFunds(terms);
  const confirm = (kind: 'direct' | 'fund') => (
    <ConfirmStep
      level={2}
      step="confirm"
      heading={{ current: null }}
      form={untouchedFields}
      target={
        kind === 'direct'
          ? { kind, associateId: 'ao', name: 'あおぞらの会', noReceipt: undefined }
          : { kind, challenges: [] }
      }
      terms={terms}
      values={values}
      offer={deliveredOffer}
      onChange={() => undefined}
      problem={undefined}
      isPending={false}
      today="2026-11-21"
    />
  );
  const parts = {
    note: <CostNote recipient="団体" terms={terms} />,
    'note of funds': <CostNote recipient="基金" terms={terms} />,
    confirm: confirm('direct'),
    'confirm of funds': confirm('fund'),
    example: <MoneyExample terms={terms} />,
    flow: <MoneyFlow ofAssociates={ofAssociates} ofFunds={ofFunds} />,
    questions: <Questions claim={ofAssociates} />,
  };
  for (const [name, part] of Object.entries(parts)) {
    const text = linesOf(part).join('\n');
    expect([name, untrueIn(text, terms)]).toEqual([name, []]);
    expect([name, /寄付額/.test(text)]).toEqual([name, true]);
  }
  const questions = JSON.stringify(builtInQuestions)
    .replaceAll('{{costOfAssociates}}', ofAssociates)
    .replaceAll('{{costOfFunds}}', ofFunds);
  expect(untrueIn(questions, terms)).toEqual([]);
});

test('of gifts that were decided on no part says that they arrived', () => {
  const gift: ShownGift = {
    ...{ associateId: 'ao', associateName: '海の会', goods: 'コート', picture: 'package' },
    ...{ meanYen: 3_000, use: '浜の掃除' },
  };
  const fund = {
    ...{ socialChallengeId: 'animal' as const, fundName: '動物の基金', balanceYen: 3_000 },
    ...{ gifts: 2, givenYen: 3_000, keptYen: 0, payouts: 0, paidOutYen: 0, sentBeforeYen: 0 },
    lastPayoutOn: null,
  };
  const parts = {
    strip: <GiftStrip isOfWeek gifts={[gift]} />,
    fund: <FundFigures fund={fund} />,
  };
  for (const [name, part] of Object.entries(parts)) {
    const text = linesOf(part).join('');
    const untrue = worlds.flatMap(([, terms]) => untrueIn(text, terms));
    expect([name, untrue, /決ま/.test(text)]).toEqual([name, [], true]);
  }
});

test.each([
  '査定額のすべてが、あなたの選んだ団体への寄付になります。',
  '査定額から送料や手数料を引くこともありません。',
  'お品物の査定金額が、そのまま寄付の金額になります。送料や査定の費用は引きません。',
  '衣類やブランド品を送ると、査定額の全額が団体への寄付になるしくみ',
  '査定額がそのまま寄付に',
  '寄付額の全額が団体に届きます',
])('a claim of no costs is found where there are costs: %s', (sentence) => {
  const seen = worlds.map(([, terms]) => untrueIn(sentence, terms).length > 0);
  expect(seen).toEqual([false, true, true]);
});

test.each([
  ['一着が、寄付になって届いています', [true, true, true]],
  ['寄付額の90%が団体に届きます', [true, false, true]],
  ['団体の負担：手数料10%・1箱100円', [true, true, false]],
  ['掲載中の72団体のうち54団体に、寄付額の全額が届きます。', [true, true, true]],
])('figures are compared: %s', (sentence, isNoticed) => {
  expect(worlds.map(([, terms]) => untrueIn(sentence, terms).length > 0)).toEqual(isNoticed);
});
