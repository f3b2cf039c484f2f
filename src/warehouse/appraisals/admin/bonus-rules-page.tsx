import { addressOf } from '#kit/client/send.ts';
import { SelectField } from '#kit/forms/fields/select-field.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import type { FormFields } from '#kit/forms/use-form.ts';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { Button } from '#kit/ui/button.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import type { ShownField } from '#kit/versions/version-history.tsx';
import { VersionedEditor } from '#kit/versions/versioned-editor.tsx';
import type { BonusRule, BonusRules } from '#warehouse/appraisals/bonus.ts';
import { BonusRules as Schema } from '#warehouse/appraisals/bonus-rules-schema.ts';

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
        path={addressOf('GET /api/office/settings/bonus-rules')}
        schema={Schema}
        hasDelivered
        inWords={inWords}
      >
        {(form) => <BonusRuleFields form={form} />}
      </VersionedEditor>
    </>
  );
}

const bonusKindLabels: Record<BonusRule['kind'], string> = {
  all: 'すべての寄付',
  direct: '団体への寄付',
  fund: '基金への寄付',
};
const kinds = Object.entries(bonusKindLabels).map(([value, label]) => ({ value, label }));
const percents = [1, 2, 3, 5, 10, 15, 20, 25, 30, 50, 100].map((value) => ({
  value,
  label: `${value}%`,
}));
const path = 'rules';
const newRule = (): BonusRule => ({
  ...{ title: '', percent: 10, startsOn: '', endsOn: '', kind: 'all', campaign: '' },
});

/** The rules of bonuses, each with its period. */
function BonusRuleFields({ form }: { form: FormFields }) {
  const rules = (form.valueAt(path) ?? []) as BonusRule[];
  const change = (changed: BonusRule[]) => form.setValue(path, changed);
  return (
    <>
      {rules.length === 0 && <p className="text-ink-2">いまは、加算の決まりがありません。</p>}
      {rules.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place, as its fields' paths are.
        <Panel key={index} title={`${index + 1}つめの加算`}>
          <RuleFields form={form} at={`${path}.${index}`} />
          <Button
            variant="quiet"
            size="small"
            className="mt-3"
            onClick={() => change(rules.toSpliced(index, 1))}
          >
            この加算を取り除く
          </Button>
        </Panel>
      ))}
      <p>
        <Button variant="outline" size="small" onClick={() => change([...rules, newRule()])}>
          加算を加える
        </Button>
      </p>
    </>
  );
}

function RuleFields({ form, at }: { form: FormFields; at: string }) {
  return (
    <div className="grid gap-4 narrow:grid-cols-2">
      <TextField form={form} path={`${at}.title`} label="名前" required maxLength={60} />
      <SelectField
        form={form}
        path={`${at}.percent`}
        label="査定金額への割合"
        required
        choices={percents}
      />
      <TextField form={form} path={`${at}.startsOn`} type="date" label="はじめの日" required />
      <TextField form={form} path={`${at}.endsOn`} type="date" label="おわりの日" required />
      <SelectField form={form} path={`${at}.kind`} label="対象" required choices={kinds} />
      <TextField
        form={form}
        path={`${at}.campaign`}
        label="特集"
        optional
        maxLength={65}
        help="特集の団体への寄付だけに加算するときは、2026:winter のように年と特集のアドレスを入力してください"
      />
    </div>
  );
}
