CREATE TABLE "challenge_months" (
	"social_challenge_id" text NOT NULL,
	"month" date NOT NULL,
	"donation_count" integer DEFAULT 0 NOT NULL,
	"amount_yen" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "challenge_months_social_challenge_id_month_pk" PRIMARY KEY("social_challenge_id","month"),
	CONSTRAINT "challenge_months_count" CHECK ("challenge_months"."donation_count" >= 0),
	CONSTRAINT "challenge_months_amount" CHECK ("challenge_months"."amount_yen" >= 0)
);
--> statement-breakpoint
ALTER TABLE "associate_months" ALTER COLUMN "amount_yen" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "challenge_months" ADD CONSTRAINT "challenge_months_social_challenge_id_social_challenges_id_fk" FOREIGN KEY ("social_challenge_id") REFERENCES "public"."social_challenges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "receipts_donation" ON "receipts" USING btree ("donation_id");--> statement-breakpoint
CREATE TRIGGER challenge_months_touch AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON challenge_months FOR EACH STATEMENT EXECUTE FUNCTION touch_topic('challenges');
