import { loadTexts } from '../../texts/language.js';
import { planTexts } from '../../texts/loaders.js';
import { PlanNotice } from './PlanNotice.js';
import { PlanPay } from './PlanPay.js';

/** The parts of the page that show a payment with a plan, in the places of those of others. */
const planViews = { Notice: PlanNotice, Pay: PlanPay };
export type PlanViews = typeof planViews;

/** Returns these once their texts are loaded. */
export async function loadPlanViews(): Promise<PlanViews> {
  await loadTexts(planTexts);
  return planViews;
}
