// A bot for Fogg in C#. It reads one JSON object per line and answers each request with the number of one of its actions. Regular expressions find the few
// things needed here, so that it runs with every .NET and with Mono.
//
//   mcs Bot.cs
//   fogg check-bot "mono Bot.exe" --folder examples/csharp
using System;
using System.Text.RegularExpressions;

static class Bot
{
    static int Sum(string pattern, string text)
    {
        int all = 0;
        foreach (Match found in Regex.Matches(text, pattern)) all += int.Parse(found.Groups[1].Value);
        return all;
    }

    /// How much we would like to do this. The texts are explained in docs/actions.md.
    static int Worth(string text)
    {
        switch (text.Split(' ')[0])
        {
            case "claim":
                // "claim Boston-NewYork.2 red*1 locomotive*1": long routes bring most, and locomotives are too good to waste.
                int cards = Sum(@"\*(\d+)", text);
                return cards >= 3 ? 100 * cards - Sum(@"locomotive\d?\*(\d+)", text) : 0;
            case "keep": return 50 - text.Length; // few tickets, as nothing here looks at them
            case "draw": return 20;
            case "take": case "pay": return 10;
            default: return 1;
        }
    }

    static void Main()
    {
        for (string line; (line = Console.ReadLine()) != null;)
        {
            if (!line.StartsWith("{\"type\":\"request\"")) continue;
            string request = Regex.Match(line, "\"request\":(\\d+)").Groups[1].Value;
            string best = null;
            int most = int.MinValue;
            foreach (Match action in Regex.Matches(line, "\\{\"id\":(\\d+),\"text\":\"([^\"]*)\""))
            {
                int value = Worth(action.Groups[2].Value);
                if (value <= most) continue;
                most = value;
                best = action.Groups[1].Value;
            }
            Console.WriteLine("{\"type\":\"move\",\"request\":" + request + ",\"action\":" + best + "}");
        }
    }
}
