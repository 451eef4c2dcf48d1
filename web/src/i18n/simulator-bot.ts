import { addTexts } from './add-texts.ts';
import { simulatorBotDe } from './de/simulator-bot.ts';
import { simulatorBotEn } from './en/simulator-bot.ts';

// Texts of screens that are seldom open load with them, in every language.
addTexts('en', 'simulatorBot', simulatorBotEn);
addTexts('de', 'simulatorBot', simulatorBotDe);
