import type { ReactNode } from 'react';
import type { Offer } from '#giving/acceptance/acceptance.ts';
import { Address } from '#giving/applications/address.tsx';
import {
  deliveryDateLabel,
  deliverySlotLabels,
  expectedDelivery,
} from '#giving/applications/delivery.ts';
import { productLabels } from '#giving/applications/goods.ts';
import { Checkbox } from '#kit/forms/fields/checkbox.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import type { FormFields } from '#kit/forms/use-form.ts';
import { Button } from '#kit/ui/button.tsx';
import { Fact } from '#kit/ui/facts.tsx';
import { formatPhone, normalisePhone } from '#kit/values/phone.ts';
import { formatDate } from '#kit/values/timestamp.ts';
import { agreementWords } from '#money/ledger/cost-words.ts';
import type { Terms } from '#money/ledger/fees.ts';
import type { ApplicationTarget, ApplicationValues } from './application-values.ts';
import { ConsentFacts } from './consent-facts.tsx';
import { frequencyChoices } from './goods-step.tsx';
import { NewTabLink } from './new-tab-link.tsx';
import { StepButtons, StepCard, type StepHeading } from './step-card.tsx';

type ConfirmStepProps = StepHeading & {
  form: FormFields;
  target: ApplicationTarget;
  terms: Terms;
  values: ApplicationValues;
  offer: Offer;
  /** Returns to a step to change its answers. */
  onChange: (step: 'goods' | 'recipient') => void;
  /** Why the application could not be sent. */
  problem: string | undefined;
  isPending: boolean;
  /** Today as YYYY-MM-DD; undefined until the browser knows it. */
  today: string | undefined;
};

/** The third step: a summary with links to change it, then the agreement. */
export function ConfirmStep(props: ConfirmStepProps) {
  const { form, target, terms, values, offer, onChange, problem, isPending, today, ...heading } =
    props;
  const cost = agreementWords(terms, target.kind === 'direct' ? '団体' : '基金');
  return (
    <StepCard {...heading} title="内容のご確認" lead="まだお申し込みは完了していません。">
      <Summary title="お品物" onChange={() => onChange('goods')}>
        <GoodsFacts target={target} application={values.application} />
      </Summary>
      <Summary title="お届け先" onChange={() => onChange('recipient')}>
        <RecipientFacts target={target} values={values} offer={offer} today={today} />
      </Summary>
      <ConsentFacts kind={target.kind} giftAge={offer.giftAge} cost={cost} />
      <Checkbox
        form={form}
        path="application.agreed"
        label="上の内容と、利用規約に同意します"
        required
      >
        <NewTabLink to="/terms">利用規約を読む</NewTabLink>
      </Checkbox>
      <SubmitError message={problem} />
      <StepButtons>
        <Button variant="outline" onClick={() => onChange('recipient')}>
          戻る
        </Button>
        <Button type="submit" isBusy={isPending}>
          {isPending ? '送信しています' : 'この内容で申し込む'}
        </Button>
      </StepButtons>
    </StepCard>
  );
}

function Summary({
  title,
  onChange,
  children,
}: {
  title: string;
  onChange: () => void;
  children: ReactNode;
}) {
  return (
    <section>
      <div className="flex items-center justify-between gap-4 border-b-2 border-line">
        <p className="font-bold">{title}</p>
        <button
          type="button"
          onClick={onChange}
          aria-label={`${title}を変更`}
          className="min-h-11 px-2 font-bold text-coral-dark underline underline-offset-4"
        >
          変更
        </button>
      </div>
      <dl>{children}</dl>
    </section>
  );
}

function GoodsFacts({
  target,
  application,
}: {
  target: ApplicationTarget;
  application: ApplicationValues['application'];
}) {
  const isReceiptOffered = target.kind === 'direct' && target.noReceipt === undefined;
  return (
    <>
      <Fact look="line" label="寄付先">
        {targetName(target, application)}
      </Fact>
      <Fact look="line" label="お品物の種類">
        {application.products.map((product) => productLabels[product]).join('、')}
      </Fact>
      <Fact look="line" label="お送りする箱の数">
        {application.boxes}箱
      </Fact>
      <Fact look="line" label="お申し込みの回数">
        {frequencyChoices.find(({ value }) => value === application.frequency)?.label}
      </Fact>
      <Fact look="line" label="寄付金受領証明書">
        {isReceiptOffered ? (application.needReceipt ? '希望する' : '希望しない') : '発行なし'}
      </Fact>
    </>
  );
}

function RecipientFacts({
  target,
  values: { application, applicant, applicantAddress },
  offer,
  today,
}: Pick<ConfirmStepProps, 'target' | 'values' | 'offer' | 'today'>) {
  return (
    <>
      <Fact look="line" label="お名前">
        {applicant.lastName} {applicant.firstName}
        <span className="ml-2 text-sm text-ink-2">
          （{applicant.lastNameKana} {applicant.firstNameKana}）
        </span>
      </Fact>
      <Fact look="line" label="メールアドレス">
        {applicant.email}
      </Fact>
      <Fact look="line" label="電話番号">
        {formatPhone(normalisePhone(applicant.tel))}
      </Fact>
      {target.kind === 'fund' && (
        <>
          <Fact look="line" label="生年月日">
            {formatDate(application.birth)}
          </Fact>
          <Fact look="line" label="ご職業">
            {application.occupation}
          </Fact>
        </>
      )}
      <Fact look="line" label="ご住所">
        <Address {...applicantAddress} />
      </Fact>
      {application.needsKit ? (
        <DeliveryFacts {...application} offer={offer} today={today} />
      ) : (
        <Fact look="line" label="箱">
          ご自分の箱で送る
        </Fact>
      )}
    </>
  );
}

function DeliveryFacts({
  deliveryDate,
  deliverySlot,
  offer,
  today,
}: Pick<ApplicationValues['application'], 'deliveryDate' | 'deliverySlot'> &
  Pick<ConfirmStepProps, 'offer' | 'today'>) {
  return (
    <>
      <Fact look="line" label="箱のお届け希望日">
        {deliveryDateLabel(deliveryDate)}
      </Fact>
      <Fact look="line" label="箱のお届け時間">
        {deliverySlotLabels[deliverySlot]}
      </Fact>
      {today && (
        <Fact look="line" label="箱が届く予定">
          {expectedDelivery(deliveryDate, today, offer)}
        </Fact>
      )}
    </>
  );
}

/** The organisation's name, or that of the chosen fund. */
export function targetName(
  target: ApplicationTarget,
  { socialChallengeId }: Pick<ApplicationValues['application'], 'socialChallengeId'>,
): string {
  if (target.kind === 'direct') return target.name;
  return target.challenges.find(({ id }) => id === socialChallengeId)?.fundName ?? '';
}
