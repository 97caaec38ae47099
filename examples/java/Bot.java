// A bot for Fogg in Java. It reads one JSON object per line and answers each request with the number of one of its actions. Java comes without JSON; the
// few things needed here are found with regular expressions.
//
//   javac Bot.java
//   fogg check-bot "java Bot" --folder examples/java
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class Bot {
    static final Pattern REQUEST = Pattern.compile("\"request\":(\\d+)");
    static final Pattern ACTION = Pattern.compile("\\{\"id\":(\\d+),\"text\":\"([^\"]*)\"");
    static final Pattern CARDS = Pattern.compile("\\*(\\d+)");
    static final Pattern LOCOMOTIVES = Pattern.compile("locomotive\\d?\\*(\\d+)");

    static int sum(Pattern pattern, String text) {
        int all = 0;
        for (Matcher found = pattern.matcher(text); found.find(); ) all += Integer.parseInt(found.group(1));
        return all;
    }

    /** How much we would like to do this. The texts are explained in docs/actions.md. */
    static int worth(String text) {
        switch (text.split(" ")[0]) {
            case "claim":
                // "claim Boston-NewYork.2 red*1 locomotive*1": long routes bring most, and locomotives are too good to waste.
                int cards = sum(CARDS, text);
                return cards >= 3 ? 100 * cards - sum(LOCOMOTIVES, text) : 0;
            case "keep":
                return 50 - text.length(); // few tickets, as nothing here looks at them
            case "draw":
                return 20;
            case "take":
            case "pay":
                return 10;
            default:
                return 1;
        }
    }

    public static void main(String[] arguments) throws java.io.IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        for (String line; (line = in.readLine()) != null; ) {
            if (!line.startsWith("{\"type\":\"request\"")) continue;
            Matcher request = REQUEST.matcher(line);
            request.find();
            String best = null;
            int most = Integer.MIN_VALUE;
            for (Matcher action = ACTION.matcher(line); action.find(); ) {
                int value = worth(action.group(2));
                if (value <= most) continue;
                most = value;
                best = action.group(1);
            }
            System.out.println("{\"type\":\"move\",\"request\":" + request.group(1) + ",\"action\":" + best + "}");
        }
    }
}
