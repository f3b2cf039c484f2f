import { PageHead } from '#kit/lists/page-head.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import type { ShownField } from '#kit/versions/version-history.tsx';
import { VersionedEditor } from '#kit/versions/versioned-editor.tsx';
import type { BonusRules } from '#warehouse/appraisals/bonus.ts';
import { BonusRules as Schema } from '#warehouse/appraisals/bonus-rules-schema.ts';
import { BonusRuleFields, bonusKindLabels } from './bonus-rule-fields.tsx';

export const meta = () => [
  { title: '加算の決まり｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

const inWords = ({ rules }: BonusRules): readonly ShownField[] => [
  {
    label: '加算の決まり',
    value: rules
      .map(
        ({ title, percent, startsOn, endsOn, kind, campaign }) =>
          `${title}：査定金額の${percent}%（${formatDate(startsOn)}〜${formatDate(endsOn)}、${bonusKindLabels[kind]}${campaign === '' ? '' : `、特集 ${campaign}`}）`,
      )
      .join('\n'),
  },
];

/** Bonuses that the service adds to appraisals. */
export default function BonusRulesPage() {
  return (
    <>
      <PageHead title="加算の決まり" />
      <p className="mb-5 max-w-narrow">
        公開すると、その日からの査定に加算されます。査定が終わったものは変わりません。
      </p>
      <VersionedEditor
        path="/api/office/settings/bonus-rules"
        schema={Schema}
        hasDelivered
        inWords={inWords}
      >
        {(form) => <BonusRuleFields form={form} />}
      </VersionedEditor>
    </>
  );
}
