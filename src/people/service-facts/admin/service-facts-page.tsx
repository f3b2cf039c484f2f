import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { may } from '#kit/permissions/permissions.ts';
import { formatPostalCode } from '#kit/values/postal-code.ts';
import { VersionedEditor } from '#kit/versions/versioned-editor.tsx';
import { DealerFacts, OperatorFacts } from '#people/legal/operator-facts.tsx';
import { factLabels, publicFacts, type ServiceFacts } from '#people/service-facts/service-facts.ts';
import { ServiceFactsSchema } from '#people/service-facts/service-facts-schema.ts';
import { useSession } from '#people/session/session.ts';
import { FactFields } from './fact-fields.tsx';

export const meta = () => [
  { title: 'サービスの情報｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

const inWords = (facts: ServiceFacts) =>
  (Object.keys(factLabels) as (keyof ServiceFacts)[]).map((name) => ({
    label: factLabels[name],
    value: name === 'senderPostalCode' ? formatPostalCode(facts[name]) : facts[name],
  }));

/** The operator's facts and the address for goods: edited, previewed, published. */
export default function ServiceFactsScreen() {
  const { role } = useSession();
  return (
    <>
      <PageHead title="サービスの情報" />
      <Panel label="サービスの情報">
        <VersionedEditor<ServiceFacts>
          path="/api/office/service-facts"
          schema={ServiceFactsSchema}
          inWords={inWords}
          preview={(facts) => <Preview facts={facts} />}
          mayChange={may(role, 'settings.change')}
        >
          {(form) => <FactFields form={form} />}
        </VersionedEditor>
      </Panel>
    </>
  );
}

/** Preview of /operator. */
function Preview({ facts }: { facts: ServiceFacts }) {
  const shown = publicFacts({ ...facts, isSample: false });
  return (
    <div className="space-y-6">
      <OperatorFacts facts={shown} />
      {facts.dealerLicence !== '' && <DealerFacts facts={shown} />}
    </div>
  );
}
