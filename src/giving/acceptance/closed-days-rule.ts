/** Shown beside the delivery dates when kits do not leave every day (src/giving/applications/delivery.ts). */
export const closedDaysRule = '箱の発送をお休みする日は、日数に数えません。';
