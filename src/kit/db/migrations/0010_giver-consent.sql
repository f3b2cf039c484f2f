CREATE TABLE "giver_consents" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "giver_consents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uid" text NOT NULL,
	"associate_id" text NOT NULL,
	"act" text NOT NULL,
	"text_version" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "giver_consents_act" CHECK ("giver_consents"."act" in ('agreed', 'withdrawn'))
);
--> statement-breakpoint
ALTER TABLE "giver_consents" ADD CONSTRAINT "giver_consents_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "giver_consents" ADD CONSTRAINT "giver_consents_associate_id_associates_id_fk" FOREIGN KEY ("associate_id") REFERENCES "public"."associates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "giver_consents_latest" ON "giver_consents" USING btree ("uid","associate_id","id");--> statement-breakpoint
CREATE INDEX "giver_consents_associate" ON "giver_consents" USING btree ("associate_id");