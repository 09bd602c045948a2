const list = (text: string): readonly string[] => text.split(/\s+/);

export const themes = list(`limnology acoustics philology hydraulics genetics metallurgy phonetics oceanography
  economics taxonomy seismology archaeology statistics botany cartography informatics linguistics optics
  meteorology zoology`);
export const nouns = list(`report seminar thesis collection journal project lecture survey exhibition grant archive
  programme dictionary textbook expedition museum laboratory review`);
export const surnames = list(`ivanov petrova smirnov orlova volkov lebedeva novikov sokolova kozlov pavlova egorov
  fedorova zaitsev belova tarasov kiseleva`);
export const sections = list('science education structure news library history projects contacts students journals');
export const places = list(`baltic northern ladoga onega ural siberian volga karelian arctic pacific caspian amur
  central eastern western nordic alpine danube coastal inland`);
export const bodies = list(`academy museum library society foundation observatory university press institute union
  journal archive centre college agency`);

/** A word of a list by any whole number from 0 on. */
export const words = (from: readonly string[], number: number): string => from[number % from.length] ?? '';
