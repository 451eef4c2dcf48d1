import { addTexts } from './add-texts.ts';
import { runTrendsDe } from './de/run-trends.ts';
import { runTrendsEn } from './en/run-trends.ts';

// They load with the list of runs.
addTexts('en', 'runTrends', runTrendsEn);
addTexts('de', 'runTrends', runTrendsDe);
