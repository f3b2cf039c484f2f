/** The page of one donation in the donor's history. */
export const donationPath = (donationId: string) => `/mypage/donation-history/${donationId}`;
