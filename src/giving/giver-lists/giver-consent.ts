import * as z from 'zod/mini';

/** Version of the text below; raise it when the text changes. */
export const giverConsentVersion = 1;
export const giverConsentText = 'この団体の寄附者名簿に氏名・住所を載せることに同意する';

/** An organisation whose list a donor may be named in, and whether they consent today. */
export const GiverConsent = z.strictObject({
  associateId: z.string(),
  associateName: z.string(),
  isAgreed: z.boolean(),
});
export type GiverConsent = z.infer<typeof GiverConsent>;

/** A consent or its withdrawal, to the text as shown. */
export const GiverConsentRequest = z.strictObject({
  associateId: z.string().check(z.minLength(1), z.maxLength(100)),
  isAgreed: z.boolean(),
  textVersion: z.literal(
    giverConsentVersion,
    '同意の文面が新しくなりました。画面を読み込み直してください。',
  ),
});
export type GiverConsentRequest = z.infer<typeof GiverConsentRequest>;
